/** PromptReading: hashes the prompt of a request, for the log; in turns where it is long, and after the response else. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { hashPrompt, writePrefix } from "#lib/prompts/prompt-prefix.ts";
import { LARGE_BODY } from "./read-json.ts";

export type PromptReading = {
  /** Returns the hashes as the log stores them; reads what is left of the prompt. */
  finish(): string | null;
};

/** @param sessions names of the conversation: a header, or fields of the request */
export function readPrompt(
  wire: object,
  { keyId, sessions, bytes }: { keyId: string; sessions: readonly string[]; bytes: number },
): PromptReading {
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
