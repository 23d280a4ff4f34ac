/** `status` and `incomplete_details` on the wire (wire-formats §2.4, §8.2). */
import type { FinishReason } from "#lib/canonical/part.ts";

const INCOMPLETE: Record<string, FinishReason["unified"]> = {
  max_output_tokens: "length",
  content_filter: "content-filter",
  max_messages: "other",
  steered: "other",
};

/** Facts that the finish reason depends on beside the status, which does not show tool calls or a refusal. */
export type Outcome = { hasToolCalls: boolean; hasRefusal: boolean };

export function readFinishReason(
  { status, incomplete_details }: { status?: string; incomplete_details?: { reason?: string | null } | null },
  { hasToolCalls, hasRefusal }: Outcome,
): FinishReason {
  if (status === "incomplete") {
    const raw = incomplete_details?.reason ?? "incomplete";
    return { unified: INCOMPLETE[raw] ?? "other", raw };
  }
  if (status === "failed") return { unified: "error", raw: status };
  if (status !== undefined && status !== "completed") return { unified: "other", raw: status };
  return { unified: hasToolCalls ? "tool-calls" : hasRefusal ? "content-filter" : "stop", raw: "completed" };
}

export type Ending = {
  status: "completed" | "incomplete" | "failed";
  incomplete_details: { reason: string } | null;
  error: { type: string; code: string; message: string } | null;
};

const COMPLETED: Ending = { status: "completed", incomplete_details: null, error: null };

/** Returns the upstream's own value if this API has it, else the nearest. */
export function writeFinishReason(reason: FinishReason | undefined, hasRefusal: boolean): Ending {
  if (!reason) return COMPLETED;
  const { unified, raw } = reason;
  if (raw === "completed") return COMPLETED;
  if (raw !== undefined && raw in INCOMPLETE) return incomplete(raw);
  if (unified === "length") return incomplete("max_output_tokens");
  // A refusal is visible as such, and is a complete response.
  if (unified === "content-filter" && !hasRefusal) return incomplete("content_filter");
  if (unified === "error") {
    const why = raw ? `The upstream ended the answer with "${raw}".` : "The upstream ended the answer with an error.";
    return { ...COMPLETED, status: "failed", error: failure({ message: why }) };
  }
  return COMPLETED;
}

function incomplete(reason: string): Ending {
  return { status: "incomplete", incomplete_details: { reason }, error: null };
}

/** `error` of a failed response. The AI SDK requires all three fields. */
function failure({ message, code }: { message: string; code?: string | undefined }): NonNullable<Ending["error"]> {
  return { type: "server_error", code: code ?? "server_error", message };
}
