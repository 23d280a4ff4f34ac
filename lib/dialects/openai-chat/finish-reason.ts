/** `finish_reason` on the wire (wire-formats §1.5, §8.2). */
import type { FinishReason } from "#lib/canonical/part.ts";

const UNIFIED: Record<string, FinishReason["unified"]> = {
  stop: "stop",
  length: "length",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
  content_filter: "content-filter",
};

const WIRE: Record<FinishReason["unified"], string> = {
  stop: "stop",
  length: "length",
  "tool-calls": "tool_calls",
  "content-filter": "content_filter",
  error: "stop",
  other: "stop",
};

/** Facts that the finish reason depends on beside its value. */
export type Outcome = {
  /** A refusal ends with `stop` here, and is visible as such. */
  hasRefusal: boolean;
  /** `stop_reason` of vLLM's server: the sequence that ended the choice, or the number of a token. */
  stopReason: unknown;
};

export function readFinishReason(raw: string, { hasRefusal, stopReason }: Outcome): FinishReason {
  const unified = hasRefusal && raw === "stop" ? "content-filter" : (UNIFIED[raw] ?? "other");
  return { unified, raw, ...(typeof stopReason === "string" ? { stopSequence: stopReason } : {}) };
}

/** Returns the upstream's own value if this API has it, else the nearest. */
export function writeFinishReason({ unified, raw }: FinishReason, hasRefusal = false): string {
  if (raw !== undefined && raw in UNIFIED) return raw;
  return hasRefusal && unified === "content-filter" ? "stop" : WIRE[unified];
}
