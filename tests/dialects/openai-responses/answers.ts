/** Answers as Parts, one for each thing that can be in one; and the writing and reading of them. */
import type { Part } from "#lib/canonical/part.ts";
import type { ResponsesEvent, ResponsesRequest } from "#lib/contract/openai-responses/wire.ts";
import { openAiResponses } from "#lib/dialects/openai-responses/index.ts";
import * as support from "#tests/support/dialect-streams.ts";

export const identity = { id: "resp_1", created: 7, model: "m" };
export const plain = openAiResponses.parseRequest({ model: "m", input: "hi", stream: true });

/** Parts of the one sample that this wire has. */
type Bare<P> = P extends { choice: number } ? Omit<P, "choice"> : P;
const inChoice = (part: Bare<Part>): Part => ({ choice: 0, ...part }) as Part;

const text = (id: string, ...pieces: string[]): Bare<Part>[] => [
  { type: "text-start", id },
  ...pieces.map((piece): Bare<Part> => ({ type: "text-delta", id, text: piece })),
  { type: "text-end", id },
];
const stop: Bare<Part>[] = [
  { type: "finish", reason: { unified: "stop" } },
  { type: "usage", usage: { inputTokens: 3, outputTokens: 4, reasoningTokens: 1, cachedInputTokens: 2 } },
];
const token = { token: "é", logprob: -0.1, bytes: [195, 169], top: [{ token: "e", logprob: -3, bytes: [101] }] };

const answers: Record<string, Bare<Part>[]> = {
  text: [...text("t", "Hé", "llo\n\n"), ...stop],
  "empty text": [...text("t"), ...stop],
  "texts of two blocks": [...text("a", "one"), ...text("b", "two"), ...stop],
  "text between reasonings": [
    { type: "reasoning-start", id: "r" },
    { type: "reasoning-delta", id: "r", text: "hm" },
    { type: "reasoning-end", id: "r", vendor: { "anthropic-messages": { signature: "c2ln" } } },
    ...text("t", "so"),
    { type: "reasoning-start", id: "s" },
    { type: "reasoning-end", id: "s", vendor: { "anthropic-messages": { redacted: "xyz" } } },
    ...stop,
  ],
  "parallel calls with interleaved input": [
    ...text("t", "I look."),
    { type: "tool-input-start", id: "call_a", name: "f", kind: "function" },
    {
      type: "tool-input-start",
      id: "call_b",
      name: "g",
      kind: "custom",
      vendor: { "google-generate": { thoughtSignature: "c2ln" } },
    },
    { type: "tool-input-delta", id: "call_a", text: '{"x"' },
    { type: "tool-input-delta", id: "call_b", text: "free" },
    { type: "tool-input-delta", id: "call_a", text: ":1}" },
    { type: "tool-input-end", id: "call_b" },
    { type: "tool-call", id: "call_b", name: "g", kind: "custom", input: "free" },
    { type: "tool-input-end", id: "call_a" },
    { type: "tool-call", id: "call_a", name: "f", kind: "function", input: '{"x":1}' },
    { type: "finish", reason: { unified: "tool-calls" } },
  ],
  "a call without arguments": [
    { type: "tool-input-start", id: "call_a", name: "f", kind: "function" },
    { type: "tool-input-end", id: "call_a" },
    { type: "tool-call", id: "call_a", name: "f", kind: "function", input: "" },
    { type: "finish", reason: { unified: "tool-calls" } },
  ],
  "text that goes on while a call begins": [
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", text: "a" },
    { type: "tool-input-start", id: "call_a", name: "f", kind: "function" },
    { type: "text-delta", id: "t", text: "b" },
    { type: "tool-input-delta", id: "call_a", text: "{}" },
    { type: "text-end", id: "t" },
    { type: "tool-input-end", id: "call_a" },
    { type: "tool-call", id: "call_a", name: "f", kind: "function", input: "{}" },
    { type: "finish", reason: { unified: "tool-calls" } },
  ],
  sources: [
    { type: "source", url: "https://example.com/early", title: "Early" },
    ...text("a", "one"),
    { type: "source", url: "https://example.com/1", title: "One", startIndex: 0, endIndex: 3 },
    ...text("b", "two"),
    { type: "source", url: "https://example.com/2" },
    ...stop,
  ],
  "log probabilities": [
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", text: "é", logprobs: [token] },
    { type: "text-delta", id: "t", text: "é", logprobs: [token] },
    { type: "text-end", id: "t" },
    ...stop,
  ],
  refusal: [
    { type: "refusal-delta", text: "I can" },
    { type: "refusal-delta", text: "not." },
    { type: "finish", reason: { unified: "content-filter", raw: "refusal" } },
  ],
  "text, then a refusal": [
    ...text("t", "Well."),
    { type: "refusal-delta", text: "No." },
    { type: "finish", reason: { unified: "stop" } },
  ],
  "an image": [
    { type: "file", mediaType: "image/webp", data: { kind: "base64", base64: "AAAA" } },
    ...text("t", "There."),
    ...stop,
  ],
  "cut by the limit": [
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", text: "and so" },
    { type: "text-end", id: "t" },
    { type: "finish", reason: { unified: "length", raw: "max_tokens" } },
  ],
  filtered: [...text("t", "well"), { type: "finish", reason: { unified: "content-filter", raw: "SAFETY" } }],
  "ended by the upstream with an error": [
    ...text("t", "well"),
    { type: "finish", reason: { unified: "error", raw: "MALFORMED_FUNCTION_CALL" } },
  ],
  "what another dialect alone can write": [
    { type: "unknown", dialect: "anthropic-messages", value: { type: "server_tool_use" } },
    { type: "file", mediaType: "audio/wav", data: { kind: "base64", base64: "AAAA" } },
    ...text("t", "a"),
    ...stop,
  ],
  nothing: stop,
};

/** Each with its start. */
export const samples: [name: string, parts: Part[]][] = Object.entries(answers).map(([name, parts]) => [
  name,
  [{ type: "start" } as Part, ...parts.map(inChoice)],
]);

export function sample(name: string): Part[] {
  const found = samples.find(([key]) => key === name);
  if (!found) throw new Error(`There is no sample "${name}".`);
  return found[1];
}

export function writeStream(parts: Part[], wire: ResponsesRequest = plain): string {
  return support.writeStream(openAiResponses, parts, { identity, wire });
}

export function eventsOf(stream: string): ResponsesEvent[] {
  return stream
    .split("\n\n")
    .filter(Boolean)
    .map((frame) => JSON.parse(frame.slice(frame.indexOf("\ndata: ") + 7)) as ResponsesEvent);
}

export const readStream = (events: unknown[]): Part[] => support.readStream(openAiResponses, events);
