/** Live links: responses in progress that anyone with the link can watch, as `/api/live` returns them. */
import type { ResponseTrace } from "./response-trace.ts";

export type LiveLink = {
  /** Names the link to its owner, and does not open it. */
  id: string;
  /** The `x-request-id` of the request whose response it shows. */
  exchange_id: string;
  /** Unix milliseconds. */
  created_at: number;
  expires_at: number;
};

/** `path`: address of the page, with the secret that opens it. */
export type CreatedLiveLink = LiveLink & { path: string };

/** State of the response behind a link, for its watchers. */
export type LiveState = Pick<ResponseTrace, "state" | "dialect" | "model" | "started_at"> & {
  expires_at: number;
  /** Bytes at the beginning of the response that are no longer stored. */
  dropped_bytes: number;
};

/** Name of the event that tells watchers why their stream ended early. */
export const LIVE_END_EVENT = "gateway.live_ended";
