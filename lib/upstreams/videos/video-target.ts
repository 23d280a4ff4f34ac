/** Source of videos, as far as downloads need it. */
import type { ErrorReader } from "#lib/http/error-reading.ts";
import type { Upstream } from "../upstream.ts";

export type VideoTarget = {
  /**
   * Upstream. A package has no connections of ours, and perhaps no known origin: its videos are fetched without a
   * credential.
   */
  upstream: Pick<Upstream, "id" | "timeouts" | "retries" | "redact"> & {
    origin?: string | undefined;
    pool?: Upstream["pool"];
  };
  readError: ErrorReader;
  /** Limit on one video, in bytes. */
  largestBytes: number;
};

/** Upstream with its own video routes. */
export type VideoUpstream = VideoTarget & { upstream: Upstream };
