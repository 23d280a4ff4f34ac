/** Estimates the usage of a response whose upstream told none, or was cancelled before it told. */
import type { Call } from "#lib/canonical/call.ts";
import type { Part, Usage } from "#lib/canonical/part.ts";
import { ADMISSION_LIMITS } from "#lib/gateway/limits.ts";
import { countPromptTokens } from "#lib/prompts/prompt-tokens.ts";

export type UsageEstimate = {
  add(part: Part): void;
  /** Counts a further call that was sent for the response. */
  addCall(): void;
  /** Returns undefined when usage was told. */
  finish(): Promise<Usage | undefined>;
};

/** @param calls calls that were sent for the response */
export function createUsageEstimate(call: Call, calls = 1): UsageEstimate {
  let sent = calls;
  let isTold = false;
  let characters = 0;
  return {
    add(part) {
      if (part.type === "usage") isTold = true;
      else if ("text" in part && typeof part.text === "string") characters += part.text.length;
    },
    addCall() {
      sent += 1;
    },
    async finish() {
      if (isTold) return undefined;
      const outputTokens = Math.ceil(characters / ADMISSION_LIMITS.bytesPerToken);
      return { inputTokens: (await countPromptTokens(call)) * sent, outputTokens };
    },
  };
}
