/** Words of the page for the states of a response, and for links that no longer work. */
import type { LiveState } from "#lib/contract/live-link.ts";
import type { LiveProblem, LiveView } from "./live-watch.ts";

const ENDINGS: { readonly [State in LiveState["state"]]: string } = {
  running: "Live",
  complete: "Ended. The response is complete.",
  failed: "Ended. The response failed.",
  stopped: "Ended. The response was stopped.",
};

/** Describes where the response is, in a few words. */
export function describePhase({ phase, state }: LiveView): string {
  if (phase === "loading") return state ? "Waiting for the response to begin…" : "Loading…";
  if (phase === "closed") return "Not live any more.";
  return phase === "ended" && state ? ENDINGS[state.state] : ENDINGS.running;
}

const REASONS: { readonly [code: string]: { title: string; detail: string } } = {
  live_link_not_found: {
    title: "Link not found",
    detail: "It may have expired or been revoked. Check the address, or ask its owner for a new link.",
  },
  live_link_revoked: { title: "Link revoked", detail: "Its owner has ended it. Ask for a new link." },
  live_link_expired: { title: "Link expired", detail: "Ask its owner for a new link." },
  live_response_gone: {
    title: "Response no longer stored",
    detail: "A response can be watched until five minutes after its end.",
  },
  exchange_stopped: { title: "Response stopped", detail: "It was stopped before it began." },
};

/** Describes why the link does not open the response; `again` when another try may. */
export function describeProblem({ code, message }: LiveProblem): { title: string; detail: string; again: boolean } {
  const reason = REASONS[code ?? ""];
  return reason ? { ...reason, again: false } : { title: "Connection lost", detail: message, again: true };
}
