/** Probes of text: whole, in streams, in other scripts, in files, and as JSON. */
import { type Check, findMissingText, type Probe, type Reading, readText } from "./probe.ts";

/** Red, 32 by 32 pixels: some servers refuse a single pixel. */
const RED_PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAJ0lEQVR42u3NsQkAAAjAsP7/tF7hIASyp6lTCQQCgUAgEAgEgi/BAjLD/C5w/SM9AAAAAElFTkSuQmCC";
/** One page with the words "Grand Plan". */
const PDF = Buffer.from(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 44>>stream
BT /F1 24 Tf 72 100 Td (Grand Plan) Tj ET   
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`,
).toString("base64");

/** Characters of two, three and eight bytes. */
const SCRIPTS = ["Hé", "日本語", "👍🏽"];
const PERSON = {
  type: "object",
  properties: { name: { type: "string" }, age: { type: "integer" } },
  required: ["name", "age"],
  additionalProperties: false,
};
/** Words of the long text; it is sent and wanted back. */
const LONG_WORDS = 400;
const LONG_TEXT = Array.from({ length: LONG_WORDS }, (_, index) => `word${index + 1}`).join(" ");

const user = (content: string) => ({ messages: [{ role: "user" as const, content }] });

const hasText = (name: string): Check => ({ name, judge: findMissingText });
const hasForm = (name: string): Check => ({ name, judge: ({ formFault }) => formFault });
const hasUsage = (name: string): Check => ({
  name,
  judge({ reply: { usage } }) {
    if (usage?.inputTokens && usage.outputTokens) return undefined;
    return usage ? "The token counts are 0 or incomplete." : "The response has no token counts.";
  },
});

function judgeStream(reading: Reading) {
  const missing = findMissingText(reading);
  if (missing) return missing;
  return reading.reply.choices[0]?.finish ? undefined : "The stream has no finish reason.";
}

function judgeScripts({ reply }: Reading) {
  const text = readText(reply);
  if (text.includes("\ufffd")) return "The text has replacement characters (U+FFFD): characters were cut.";
  const lost = SCRIPTS.filter((part) => !text.includes(part));
  return lost.length > 0 ? `The text lacks ${lost.join(", ")}, which it was told to repeat.` : undefined;
}

function judgePerson({ reply }: Reading) {
  const text = readText(reply);
  let person: { name?: unknown; age?: unknown } | null;
  try {
    person = JSON.parse(text);
  } catch {
    return "The text is no JSON, although a schema was given.";
  }
  const fits = person && typeof person.name === "string" && Number.isInteger(person.age);
  return fits && Object.keys(person ?? {}).length === 2 ? undefined : "The JSON does not fit the schema.";
}

function judgeLongText(reading: Reading) {
  const words = readText(reading.reply).split(/\s+/).length;
  if (words >= LONG_WORDS / 2) return undefined;
  return findMissingText(reading) ?? `The text has ${words} words; it was told to repeat ${LONG_WORDS}.`;
}

export const TEXT_PROBES: readonly Probe[] = [
  {
    ask: user("What is 17 + 4? Answer with the number."),
    ...{ stream: false, isRequired: true },
    checks: [hasText("Text"), hasUsage("Usage"), hasForm("Form of responses")],
  },
  {
    ask: user("What is 17 + 5? Answer with the number."),
    ...{ stream: true, isRequired: true },
    checks: [{ name: "Stream", judge: judgeStream }, hasUsage("Usage in streams"), hasForm("Form of stream events")],
  },
  {
    ask: {
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hé, what is 3 + 4?" },
        { role: "assistant", content: "It is 7." },
        { role: "user", content: "And 3 + 5?" },
      ],
      temperature: 0.5,
      topP: 0.9,
    },
    stream: false,
    checks: [hasText("System prompt, turns, temperature")],
  },
  {
    ask: user(`Repeat exactly: ${SCRIPTS.join(" – ")}`),
    stream: true,
    checks: [{ name: "Unicode in streams", judge: judgeScripts }],
  },
  {
    ask: user(`Repeat exactly: ${LONG_TEXT}`),
    ...{ stream: true, maxOutputTokens: 2_000 },
    checks: [{ name: "Long output", judge: judgeLongText }],
  },
  {
    ask: {
      ...user("Ada is 36 years old. Return the name and the age."),
      output: { type: "json-schema", name: "person", schema: PERSON, strict: true },
    },
    stream: false,
    checks: [{ name: "JSON schema", judge: judgePerson }],
  },
  {
    ask: {
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Which colour fills this picture? Answer with one word." },
            { type: "file", mediaType: "image/png", data: { kind: "base64", base64: RED_PICTURE } },
          ],
        },
      ],
    },
    stream: false,
    checks: [
      {
        name: "Image",
        judge: (reading) =>
          /\bred\b/i.test(readText(reading.reply))
            ? undefined
            : (findMissingText(reading) ?? "The text does not name the colour of the picture, which is red."),
      },
    ],
  },
  {
    ask: {
      messages: [
        {
          role: "user",
          content: [
            { type: "file", mediaType: "application/pdf", data: { kind: "base64", base64: PDF }, filename: "plan.pdf" },
            { type: "text", text: "Which two words are in this document?" },
          ],
        },
      ],
    },
    stream: false,
    checks: [
      {
        name: "PDF file",
        judge: (reading) =>
          /grand plan/i.test(readText(reading.reply))
            ? undefined
            : (findMissingText(reading) ?? 'The text does not have the words of the document, "Grand Plan".'),
      },
    ],
  },
];
