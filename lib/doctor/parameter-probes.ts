/** Probes of parameters: stop sequences, limits, choices, log probabilities, reasoning. */
import { count, findMissingText, type Probe, readText } from "./probe.ts";

/** The least that OpenAI's Responses API accepts. */
const FEW_TOKENS = 16;
/** Servers count tokens in their own ways. */
const TOLERANCE = 4;

const say = (content: string) => [{ role: "user" as const, content }];

export const PARAMETER_PROBES: readonly Probe[] = [
  {
    ask: { messages: say("Repeat exactly: one two END three four"), stop: ["END"] },
    stream: false,
    field: "stop",
    checks: [
      {
        name: "Stop sequence",
        judge: (reading) =>
          /END|three/.test(readText(reading.reply))
            ? "The text goes on after the stop sequence."
            : findMissingText(reading),
      },
    ],
  },
  {
    ask: { messages: say(`Repeat exactly: ${"one two three four five ".repeat(12)}`) },
    ...{ stream: false, maxOutputTokens: FEW_TOKENS },
    checks: [
      {
        name: "Token limit",
        judge({ reply: { choices, usage } }) {
          const reason = choices[0]?.finish?.unified;
          const tokens = usage?.outputTokens ?? 0;
          if (tokens > FEW_TOKENS + TOLERANCE) return `The response has ${tokens} tokens; the limit was ${FEW_TOKENS}.`;
          return reason === "length" ? undefined : `The finish reason is ${reason ?? "missing"}; expected length.`;
        },
      },
    ],
  },
  {
    ask: { messages: say("Name a colour."), choices: 2 },
    stream: false,
    field: "n",
    checks: [
      {
        name: "Two choices",
        judge: ({ reply: { choices } }) =>
          choices.length === 2 ? undefined : `The response has ${count(choices.length, "choice")}; expected 2.`,
      },
    ],
  },
  {
    ask: { messages: say("Name a colour."), logprobs: { top: 2 } },
    stream: false,
    field: "logprobs",
    checks: [
      {
        name: "Log probabilities",
        judge: ({ reply: { choices } }) =>
          choices[0]?.logprobs?.content?.length ? undefined : "The response has no log probabilities.",
      },
    ],
  },
  {
    ask: { messages: say("What is 17 times 23?"), reasoning: { effort: "low" } },
    ...{ stream: false, maxOutputTokens: 2_000 },
    checks: [
      {
        name: "Reasoning effort",
        judge(reading) {
          const { choices, usage } = reading.reply;
          const hasReasoning = choices[0]?.content.some(({ type }) => type === "reasoning") || usage?.reasoningTokens;
          const missing = findMissingText(reading);
          if (missing) return missing;
          return hasReasoning ? undefined : { notOffered: "Accepted, but the response has no reasoning." };
        },
      },
    ],
  },
];
