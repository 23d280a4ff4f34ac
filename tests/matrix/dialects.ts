/** The dialects of the matrix, as its clients and as its upstreams. */
import { dialects } from "#lib/dialects/all-dialects.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";

export type AnyDialectId = keyof typeof dialects;
/** The four that have the first tables of the ledger, whose cells are counted together. */
export type DialectId = Exclude<AnyDialectId, "google-interactions">;
export const allDialectIds = Object.keys(dialects) as AnyDialectId[];
export const dialectIds = allDialectIds.filter((id) => id !== "google-interactions");

export function dialect(id: AnyDialectId): Dialect {
  return dialects[id];
}

export const pairs = dialectIds.flatMap((client) => dialectIds.map((upstream) => ({ client, upstream })));
/** The pairs with a later dialect. */
export const laterPairs = allDialectIds
  .flatMap((client) => allDialectIds.map((upstream) => ({ client, upstream })))
  .filter(({ client, upstream }) => [client, upstream].includes("google-interactions"));

/** A model of each dialect's own vendor, of the generation that accepts the most. */
const MODELS: Record<AnyDialectId, string> = {
  "openai-chat": "gpt-5.2",
  "openai-responses": "gpt-5.2",
  "anthropic-messages": "claude-opus-5",
  "google-generate": "gemini-3-pro",
  "google-interactions": "gemini-3.8-flash",
};

export function modelOf(id: AnyDialectId): string {
  return MODELS[id];
}

export const identity = { id: "answer_1", created: 1_700_000_000, model: "some-model" };
