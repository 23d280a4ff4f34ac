/**
 * What `message_start` says of a prompt whose own upstream counts it at the end only. Clients show it while the answer
 * runs and take 0 for a fault; the count of `message_delta` replaces it.
 */
import type { MessagesRequest } from "#lib/contract/anthropic-messages/wire.ts";

const CHARACTERS_PER_TOKEN = 4;
/** An image or a page; their bytes say nothing of their tokens. */
const TOKENS_PER_SOURCE = 1_000;

/** Looks at lengths, not at characters: it stands before the first byte of every stream. At least 1. */
export function estimateInputTokens({ system, messages, tools }: MessagesRequest): number {
  const characters = lengthOf(system) + lengthOf(messages) + lengthOf(tools);
  return Math.max(1, Math.ceil(characters / CHARACTERS_PER_TOKEN));
}

function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  if ("type" in value && value.type === "base64") return TOKENS_PER_SOURCE * CHARACTERS_PER_TOKEN;
  let length = 0;
  for (const inner of Object.values(value)) length += lengthOf(inner);
  return length;
}
