import type { UpstreamRequest } from "#lib/upstreams/send.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";

/** Request that a lane has prepared for an upstream. */
export type PreparedRequest = { upstream: Upstream; request: UpstreamRequest };

/** UnsentRequest: thrown by the lanes of a dry run in place of sending their request. */
export class UnsentRequest extends Error {
  /** Absent for a lane that sends no request of its own. */
  readonly prepared: PreparedRequest | undefined;

  constructor(prepared?: PreparedRequest) {
    super("A dry run sends nothing.");
    this.prepared = prepared;
  }
}
