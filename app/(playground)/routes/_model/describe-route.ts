/** Routes and their models in words. */
import type { ModelRoute, RouteTarget } from "#lib/contract/route-state.ts";
import { formatDuration } from "#lib/playground/streams/metrics.ts";
import type { AttemptCount } from "./count-attempts.ts";

/** Returns the settings of a route that are not the usual ones. */
export function listSettings({ first_token_ms, timeout_ms, sticky, order, on_loss }: ModelRoute): string[] {
  return [
    ...(first_token_ms === null ? [] : [`First content within ${formatDuration(first_token_ms)}`]),
    ...(timeout_ms === null ? [] : [`Whole response within ${formatDuration(timeout_ms)}`]),
    ...(sticky ? ["A conversation stays on its model"] : []),
    ...(order === "strict" ? ["Never reordered by loss"] : []),
    ...(on_loss === "allow"
      ? []
      : [on_loss === "refuse" ? "Refuses any loss" : `Refuses the loss of ${on_loss.join(", ")}`]),
  ];
}

/** "75%", or "Fallback" for a model that is tried after every target. */
export function describeShare({ share }: Pick<RouteTarget, "share">): string {
  if (share === null) return "Fallback";
  return share.toLocaleString("en", { style: "percent", maximumFractionDigits: 1 });
}

export type StateTone = "good" | "waiting" | "bad" | "absent";

/** Describes whether a model is in use. */
export function describeState({
  available,
  share,
  state,
  retry_in_ms,
}: Pick<RouteTarget, "available" | "share" | "state" | "retry_in_ms">): {
  tone: StateTone;
  words: string;
  title: string;
} {
  if (!available) {
    return {
      tone: "absent",
      words: "Not connected",
      title: "No connected provider has it. The route works without it.",
    };
  }
  if (share === 0) return { tone: "absent", words: "Weight 0", title: "It gets no requests." };
  if (state === "closed") return { tone: "good", words: "In use", title: "Its circuit breaker is closed." };
  if (state === "half-open") {
    return { tone: "waiting", words: "Trying again", title: "Its circuit breaker is half open: one request tries it." };
  }
  const seconds = Math.max(1, Math.ceil((retry_in_ms ?? 0) / 1_000));
  return { tone: "bad", words: `Out of use, ${seconds} s`, title: "Its circuit breaker is open: it gets no requests." };
}

/** "98% of 120 succeeded"; undefined without requests. */
export function describeSuccess(count: AttemptCount | undefined): string | undefined {
  if (!count || count.requests === 0) return undefined;
  const share = Math.floor(((count.requests - count.failures) / count.requests) * 100);
  return `${share}% of ${count.requests} succeeded`;
}
