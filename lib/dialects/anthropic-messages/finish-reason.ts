/** `stop_reason` and `stop_sequence` on the wire (wire-formats §3.5, §8.2). */
import type { FinishReason } from "#lib/canonical/part.ts";

const UNIFIED: Record<string, FinishReason["unified"]> = {
  end_turn: "stop",
  stop_sequence: "stop",
  pause_turn: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "tool-calls",
  refusal: "content-filter",
  compaction: "other",
};

const WIRE: Record<FinishReason["unified"], string> = {
  stop: "end_turn",
  length: "max_tokens",
  "tool-calls": "tool_use",
  "content-filter": "refusal",
  error: "end_turn",
  other: "end_turn",
};

export function readFinishReason(raw: string, stopSequence?: unknown): FinishReason {
  return { unified: UNIFIED[raw] ?? "other", raw, ...(typeof stopSequence === "string" ? { stopSequence } : {}) };
}

/**
 * Returns the upstream's own value if this API has it, else the nearest.
 * @param said content of the response: other APIs end a refusal, and some a tool call, like any other response
 */
export function writeFinishReason(
  reason: FinishReason | undefined,
  seen: { refusal: boolean; toolUse: boolean },
): { stop_reason: string; stop_sequence: string | null } {
  return { stop_reason: stopReason(reason, seen), stop_sequence: reason?.stopSequence ?? null };
}

function stopReason(reason: FinishReason | undefined, seen: { refusal: boolean; toolUse: boolean }): string {
  if (reason?.raw !== undefined && Object.hasOwn(UNIFIED, reason.raw)) return reason.raw;
  const unified = reason?.unified ?? "stop";
  if (unified !== "stop") return WIRE[unified];
  if (reason?.stopSequence !== undefined) return "stop_sequence";
  if (seen.refusal) return "refusal";
  return seen.toolUse ? "tool_use" : WIRE.stop;
}
