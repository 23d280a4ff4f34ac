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

export function readFinishReason(raw: string): FinishReason {
  return { unified: UNIFIED[raw] ?? "other", raw };
}

/** Returns the upstream's own value if this API has it, else the nearest. */
export function writeFinishReason(reason: FinishReason): string {
  return reason.raw !== undefined && reason.raw in UNIFIED ? reason.raw : WIRE[reason.unified];
}
