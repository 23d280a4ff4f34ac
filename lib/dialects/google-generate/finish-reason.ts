/** `finishReason` on the wire (wire-formats §4.6, §8.2). */
import type { FinishReason } from "#lib/canonical/part.ts";

const UNIFIED: Record<string, FinishReason["unified"]> = {
  STOP: "stop",
  MAX_TOKENS: "length",
  CONTINUATION: "length",
  SAFETY: "content-filter",
  RECITATION: "content-filter",
  BLOCKLIST: "content-filter",
  PROHIBITED_CONTENT: "content-filter",
  SPII: "content-filter",
  IMAGE_SAFETY: "content-filter",
  IMAGE_PROHIBITED_CONTENT: "content-filter",
  IMAGE_RECITATION: "content-filter",
  MALFORMED_FUNCTION_CALL: "error",
  LANGUAGE: "other",
  OTHER: "other",
  MALFORMED_RESPONSE: "other",
  UNEXPECTED_TOOL_CALL: "other",
  TOO_MANY_TOOL_CALLS: "other",
  IMAGE_OTHER: "other",
  NO_IMAGE: "other",
};

const WIRE: Record<FinishReason["unified"], string> = {
  stop: "STOP",
  length: "MAX_TOKENS",
  "tool-calls": "STOP",
  "content-filter": "SAFETY",
  error: "OTHER",
  other: "OTHER",
};

/** Reads a finish reason; this API has none for a response that ends in calls. */
export function readFinishReason(raw: string, hasCalls: boolean): FinishReason {
  const unified = UNIFIED[raw] ?? "other";
  return { unified: unified === "stop" && hasCalls ? "tool-calls" : unified, raw };
}

/** Returns the upstream's own value if this API has it, else the nearest. */
export function writeFinishReason(reason: FinishReason): string {
  return reason.raw !== undefined && reason.raw in UNIFIED ? reason.raw : WIRE[reason.unified];
}
