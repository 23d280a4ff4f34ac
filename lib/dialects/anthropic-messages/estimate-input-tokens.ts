/**
 * Estimate of the input tokens for `message_start`, for upstreams that count them only at the end. Clients show it
 * while the response streams and treat 0 as an error; the count in `message_delta` replaces it.
 */
import type { MessagesRequest } from "#lib/contract/anthropic-messages/wire.ts";

const CHARACTERS_PER_TOKEN = 4;
/** Estimate for one image or document: its tokens do not follow from its bytes. */
const TOKENS_PER_SOURCE = 1_000;

/** Returns at least 1. Reads lengths only, not characters, since it runs before the first byte of every stream. */
export function estimateInputTokens({ system, messages, tools }: MessagesRequest): number {
  const characters = countCharacters(system) + countCharacters(messages) + countCharacters(tools);
  return Math.max(1, Math.ceil(characters / CHARACTERS_PER_TOKEN));
}

function countCharacters(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  if ("type" in value && value.type === "base64") return TOKENS_PER_SOURCE * CHARACTERS_PER_TOKEN;
  let length = 0;
  for (const inner of Object.values(value)) length += countCharacters(inner);
  return length;
}
