/** `status` on the wire (wire-formats §14.4). */
import type { FinishReason } from "#lib/canonical/part.ts";
import type { InteractionReply } from "#lib/contract/google-interactions/wire.ts";

const UNIFIED: Record<string, FinishReason["unified"]> = {
  completed: "stop",
  requires_action: "tool-calls",
  incomplete: "length",
  requires_continuation: "length",
  budget_exceeded: "length",
  failed: "error",
};

const WIRE: Record<FinishReason["unified"], string> = {
  stop: "completed",
  length: "incomplete",
  "tool-calls": "requires_action",
  "content-filter": "incomplete",
  error: "failed",
  other: "incomplete",
};

/** Code among the `errors` of an interaction that a filter stopped. */
const FILTERED = "content_filter";
const FILTER_CODE = /content_filter|safety|prohibited|blocked|recitation|spii/i;

/**
 * @param hasCalls true when the model called functions: Google also says "completed" of such an interaction (§14.4),
 * which is read as what its reference says
 */
export function readFinishReason(
  { status = "completed", errors }: Pick<InteractionReply, "status" | "errors">,
  hasCalls: boolean,
): FinishReason {
  const unified = Object.hasOwn(UNIFIED, status) ? (UNIFIED[status] as FinishReason["unified"]) : "other";
  const isFiltered = Array.isArray(errors) && errors.some((error) => FILTER_CODE.test(String(error?.code)));
  if (unified === "length" && isFiltered) return { unified: "content-filter", raw: status };
  if (unified === "stop" && hasCalls) return { unified: "tool-calls", raw: WIRE["tool-calls"] };
  return { unified, raw: status };
}

/** Returns the status, the upstream's own value if this API has it, and the `errors` that tell more. */
export function writeFinishReason(reason: FinishReason | undefined): Pick<InteractionReply, "status" | "errors"> {
  if (!reason) return { status: "completed" };
  const { unified, raw } = reason;
  // Other APIs have some of these words for other ends.
  const meaning = raw !== undefined && Object.hasOwn(UNIFIED, raw) ? UNIFIED[raw] : undefined;
  const fits = meaning === unified || (meaning === "length" && unified === "content-filter");
  const status = fits && raw !== undefined ? raw : WIRE[unified];
  if (unified === "content-filter") {
    return { status, errors: [{ code: FILTERED, message: "The upstream's filter stopped the response." }] };
  }
  if (unified === "error") {
    const why = raw
      ? `The upstream ended the response with "${raw}".`
      : "The upstream ended the response with an error.";
    return { status, errors: [{ code: "server_error", message: why }] };
  }
  return { status };
}
