/** PromptReading: hashes the prompt of a request, for the log; in turns where it is long, and after the response else. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { hashPrompt, writePrefix } from "#lib/prompts/prompt-prefix.ts";
import { LARGE_BODY } from "./read-json.ts";

export type PromptReading = {
  /** Returns the hashes as the log stores them; reads what is left of the prompt. */
  finish(): string | null;
};

/**
 * Bytes of the shortest request whose prompt a provider could cache: none caches fewer than 1,024 tokens, and a token
 * takes a byte at least. Shorter ones, most requests of many gateways, are not worth a hash.
 */
const SHORTEST_CACHED = 1_024;

/**
 * @param sessions names of the conversation: a header, or fields of the request. Such a request may be the short end of a
 *   long prompt that the provider stores.
 * @returns undefined for a request too short to be cached
 */
export function readPrompt(
  wire: object,
  { keyId, sessions, bytes }: { keyId: string; sessions: readonly string[]; bytes: number },
): PromptReading | undefined {
  if (bytes < SHORTEST_CACHED && sessions.length === 0) return undefined;
  const hashing = hashPrompt(wire, { salt: keyId, sessions });
  let written: string | null = null;

  /** @returns true at the end */
  function step(): boolean {
    const { done, value } = hashing.next();
    if (done && value) written = value.segments.length > 0 ? writePrefix(value) : null;
    return done === true;
  }

  async function readInTurns(): Promise<void> {
    do await nextTurn();
    while (!step());
  }

  if (bytes >= LARGE_BODY) void readInTurns();
  return {
    finish() {
      while (!step());
      return written;
    },
  };
}
