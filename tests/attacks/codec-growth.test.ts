/**
 * Codecs take the time of what they read and write, not of its square: with 20,000 items of the worst kind, in a second
 * or two.
 */
import { availableParallelism, loadavg } from "node:os";
import { expect, test } from "vitest";
import type { AssistantContent } from "#lib/canonical/call.ts";
import { sealReasoningIntoId } from "#lib/canonical/opaque.ts";
import type { Source } from "#lib/canonical/reply.ts";
import { getDialect } from "#lib/dialects/all-dialects.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";

const google = getDialect("google-generate");
const responses = getDialect("openai-responses");
const COUNT = 20_000;
const LONGEST_MS = 1_500;
const list = <Item>(count: number, item: (index: number) => Item) => Array.from({ length: count }, (_, i) => item(i));
const identity = { id: "resp_1", created: 1, model: "m" };

const readContents = (...contents: unknown[]) => {
  const wire = google.parseRequest({ contents }, { model: "m", stream: false });
  return () => google.readRequest(wire);
};
const signed = (index: number) =>
  sealReasoningIntoId(`c${index}`, {
    vendor: undefined,
    reasoning: [
      {
        content: { type: "reasoning", text: "hm", vendor: { "anthropic-messages": { signature: `s${index}` } } },
        textBefore: 2 * index,
      },
    ],
  });
const seal = Buffer.from(`pl1.${Buffer.from('{"openai-chat":{"a":1}}').toString("base64url")}`).toString("base64");

const replyOf = (candidate: Record<string, unknown>) => () =>
  google.readReply({ candidates: [{ finishReason: "STOP", ...candidate }] });
const grounded = (texts: string[], segment: (index: number) => unknown, count = COUNT) =>
  replyOf({
    content: { parts: texts.map((text) => ({ text })) },
    groundingMetadata: {
      groundingChunks: [{ web: { uri: "https://a.example" } }],
      groundingSupports: list(count, (index) => ({ segment: segment(index), groundingChunkIndices: [0] })),
    },
  });

const textsOf = (count: number, text: string): AssistantContent[] => list(count, () => ({ type: "text", text }));
const written = (dialect: Dialect, content: AssistantContent[], sources: Source[]) => () =>
  dialect.writeReply({ choices: [{ content, sources, finish: { unified: "stop" } }] }, identity, { model: "m" });

const streamed = (events: unknown[]) => () => {
  const reader = google.createStreamReader(() => {});
  for (const event of events) reader.read({ data: JSON.stringify(event) });
  reader.end();
};

const cases: [string, () => () => unknown][] = [
  [
    "calls whose ids carry the thoughts that the client left out",
    () =>
      readContents({
        role: "model",
        parts: list(COUNT, (i) => [{ text: "so" }, { functionCall: { name: "f", id: signed(i) } }]).flat(),
      }),
  ],
  [
    "a signature behind the pieces of its text",
    () =>
      readContents({
        role: "model",
        parts: [...list(COUNT, () => ({ text: "so" })), { text: "", thoughtSignature: seal }],
      }),
  ],
  [
    "results without ids of calls of one name",
    () =>
      readContents(
        { role: "model", parts: list(COUNT, () => ({ functionCall: { name: "f" } })) },
        { role: "user", parts: list(COUNT, () => ({ functionResponse: { name: "f", response: {} } })) },
      ),
  ],
  [
    "segments of as many texts",
    () =>
      grounded(
        list(COUNT, () => "word"),
        (i) => ({ partIndex: i, startIndex: 1, endIndex: 3 }),
      ),
  ],
  [
    "segments whose words stand in none of the texts",
    () =>
      grounded(
        list(COUNT, () => "word"),
        () => ({ startIndex: 0, endIndex: 4, text: "xxxx" }),
      ),
  ],
  [
    "segments whose words nearly stand in each of the texts",
    () =>
      grounded(
        list(1_000, () => "a".repeat(1_000)),
        () => ({ startIndex: 0, endIndex: 1_001, text: `${"a".repeat(1_000)}b` }),
        5_000,
      ),
  ],
  [
    "segments of a long text",
    () => grounded(["é".repeat(1_000_000)], (i) => ({ startIndex: 2 * i, endIndex: 2 * i + 2 })),
  ],
  [
    "citations that come in as many events",
    () =>
      streamed(
        list(COUNT, (i) => ({
          candidates: [
            {
              content: { parts: [{ text: "a" }] },
              finishReason: "STOP",
              citationMetadata: { citationSources: [{ uri: `https://${i}.example` }] },
              [`field${i}`]: 1,
            },
          ],
        })),
      ),
  ],
  [
    "sources of as many texts, written as segments",
    () =>
      written(
        google,
        textsOf(COUNT, "word"),
        list(COUNT, (i) => ({ url: "u", text: i, startIndex: 0, endIndex: 4 })),
      ),
  ],
  [
    "sources of one place, written as segments",
    () =>
      written(
        google,
        textsOf(1, "word"),
        list(COUNT, (i) => ({ url: `u${i}`, startIndex: 0, endIndex: 4 })),
      ),
  ],
  [
    "sources of a whole long text, written as segments",
    () =>
      written(
        google,
        textsOf(1, "é".repeat(1_000_000)),
        list(COUNT, (i) => ({ url: "u", startIndex: 0, endIndex: 900_000 + i })),
      ),
  ],
  [
    "sources of as many texts, written as annotations",
    () =>
      written(
        responses,
        textsOf(COUNT, "word"),
        list(COUNT, (i) => ({ url: "u", text: i, startIndex: 0, endIndex: 4 })),
      ),
  ],
];

/** Processes that wait for a core for each that has one: with them it takes that much longer. */
const waiting = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

test.each(cases)("%s", { timeout: 60_000 }, (_, prepare) => {
  const work = prepare();
  const times = [1, 2, 3].map(() => {
    const begun = performance.now();
    JSON.stringify(work());
    return (performance.now() - begun) / waiting();
  });
  expect(Math.min(...times)).toBeLessThan(LONGEST_MS);
});
