/** The dialects of the matrix, as its clients and as its upstreams. */
import { dialects } from "#lib/dialects/all-dialects.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";

export type DialectId = Exclude<keyof typeof dialects, "google-interactions">;
export const dialectIds = Object.keys(dialects).filter((id) => id !== "google-interactions") as DialectId[];

export function dialect(id: DialectId): Dialect {
  return dialects[id];
}

export const pairs = dialectIds.flatMap((client) => dialectIds.map((upstream) => ({ client, upstream })));

/** A model of each dialect's own vendor, of the generation that accepts the most. */
const MODELS: Record<DialectId, string> = {
  "openai-chat": "gpt-5.2",
  "openai-responses": "gpt-5.2",
  "anthropic-messages": "claude-opus-5",
  "google-generate": "gemini-3-pro",
};

export function modelOf(id: DialectId): string {
  return MODELS[id];
}

export const identity = { id: "answer_1", created: 1_700_000_000, model: "some-model" };
