/** UpstreamTrace: records the request to an upstream and its response, for a resumable response. */
import type { ResponseHeaders } from "#lib/upstreams/receiver.ts";
import type { UpstreamRequest } from "#lib/upstreams/send.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";

export type UpstreamTrace = {
  recordRequest(of: { upstream: Upstream; dialect: string; request: UpstreamRequest }): void;
  /** @param of.traceEvents true when `recordEvents` follows: the upstream's events differ from those of the response */
  recordResponse(of: { status: number; headers: ResponseHeaders; traceEvents: boolean }): void;
  /** Records the upstream's bytes; called after `recordResponse`. */
  recordEvents(bytes: Uint8Array): void;
};
