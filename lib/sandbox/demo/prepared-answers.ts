/** Texts of `sandbox/demo`, by the stop of the tour. URLs have the origin of the documentation. */
import { TOUR_MODEL, TOUR_STOPS, type TourStop, type TourStopId, tourAddress } from "#lib/contract/tour.ts";

export type PreparedAnswer = { text: string; reasoning?: string[] };

const NOTE = `*Prepared answer of \`${TOUR_MODEL}\`.*`;
const ORIGIN = "http://127.0.0.1:3000";

const STREAMING = `All four APIs send server-sent events. They differ in the event that carries the text, and in how the stream ends.

| API | Event with text | Field | End of the stream |
|---|---|---|---|
| Chat Completions | \`data:\` chunk | \`choices[0].delta.content\` | \`data: [DONE]\` |
| Responses | \`response.output_text.delta\` | \`delta\` | \`response.completed\` |
| Messages | \`content_block_delta\` | \`delta.text\` | \`message_stop\` |
| Gemini | \`data:\` chunk | \`candidates[0].content.parts[0].text\` | chunk with \`finishReason\` |

With the OpenAI SDK, a stream is a loop:

\`\`\`ts
import OpenAI from "openai";

const client = new OpenAI({ baseURL: "${ORIGIN}/v1", apiKey: process.env.PARLANCE_KEY });
const stream = await client.chat.completions.create({
  model: "${TOUR_MODEL}",
  messages: [{ role: "user", content: "Hello" }],
  stream: true,
});
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta?.content ?? "");
}
\`\`\`

Change the model and the same loop reads Claude or Gemini: Parlance translates each event as it arrives.

${NOTE}`;

const BALL = `**The ball costs $0.05.**

- The bat costs $1.00 more: $1.05.
- Together: $1.05 + $0.05 = $1.10.

The tempting answer, $0.10, fails the check: the bat would cost $1.10, and both $1.20.

${NOTE}`;

const BALL_REASONING = [
  "The first number that comes to mind is $0.10. I check it before I say it.",
  "If the ball costs $0.10, the bat costs $1.10, and together they cost $1.20. That is too much.",
  "Let the ball cost x. The bat costs x + 1.00, so x + x + 1.00 = 1.10.",
  "Then 2x = 0.10, and x = 0.05.",
  "Check: the ball is $0.05, the bat $1.05. The sum is $1.10 and the difference is $1.00. Both hold.",
  "I give the result first, then the check, and name the tempting answer.",
];

const LOSSES = `Most of a conversation translates without loss: text, images, tools and their results, JSON schemas, token counts. What the other API has no field for is lost:

- **Sampling fields**: the Messages API has no \`seed\`, and no \`n\`.
- **Log probabilities**: Chat Completions and Responses report them; Messages does not.
- **Several choices**: only Chat Completions and Gemini return more than one.

Parlance names every ignored field in the header \`x-gateway-dropped\`, in the request log and beside the answer. A signature of reasoning goes back to its maker unchanged, whichever API carries it.

${NOTE}`;

const RETRIED = `This is the second attempt. The first one failed with status 429 and \`retry-after\`, as prepared.

The page waited as long as the header asked and sent the same request again. The official SDKs do the same.

${NOTE}`;

/** Record of the structured answer. The figures are those of the census of 2021. */
export const LISBON = {
  city: "Lisbon",
  country: "Portugal",
  population: 545_796,
  landmarks: [
    { name: "Belém Tower", built: 1519 },
    { name: "Jerónimos Monastery", built: 1601 },
    { name: "25 de Abril Bridge", built: 1966 },
  ],
};

/** Prepared texts. Those of the stops that need more than a text say where to open them. */
export const PREPARED_ANSWERS: Record<TourStopId, PreparedAnswer> = {
  answer: { text: STREAMING },
  tools: { text: elsewhere("tools", "This stop needs the tool `get_weather` in the request.") },
  schema: { text: `\`\`\`json\n${JSON.stringify(LISBON, undefined, 2)}\n\`\`\`\n\n${NOTE}` },
  reasoning: { text: BALL, reasoning: BALL_REASONING },
  mask: { text: elsewhere("mask", "This stop edits an image.") },
  film: { text: elsewhere("film", "This stop renders a video.") },
  apis: { text: LOSSES },
  retry: { text: RETRIED },
};

/** Answer to every other prompt: what the model is, and its list. */
export const INTRODUCTION = `I am \`${TOUR_MODEL}\`: I play the eight prepared answers of the [guided tour](${ORIGIN}/tour).
I understand nothing else. Open a stop, or send its prompt:

${TOUR_STOPS.map((stop: TourStop) => `- [${stop.title}](${ORIGIN}${tourAddress(stop)}): “${stop.prompt}”`).join("\n")}`;

function elsewhere(id: TourStopId, reason: string): string {
  const stop = TOUR_STOPS.find((candidate) => candidate.id === id);
  return stop ? `${reason} [Open it in the playground](${ORIGIN}${tourAddress(stop)}).\n\n${NOTE}` : reason;
}
