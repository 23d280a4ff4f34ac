/** Where videos come from, as far as fetching them goes. */
import type { ErrorReader } from "#lib/http/error-reading.ts";
import type { Upstream } from "../upstream.ts";

export type VideoTarget = {
  /** A package has no connections of ours, and perhaps no origin that we know: its videos are fetched without a credential. */
  upstream: Pick<Upstream, "id" | "timeouts" | "retries" | "redact"> & {
    origin?: string | undefined;
    pool?: Upstream["pool"];
  };
  readError: ErrorReader;
  /** Of one video. */
  largestBytes: number;
};

/** An upstream that has video routes of its own. */
export type VideoUpstream = VideoTarget & { upstream: Upstream };
