/** ResponseTrace: response of `GET /api/exchanges/{id}` for a resumable response. It has no credentials. */
export type ResponseTrace = {
  /** The request's `x-request-id`. */
  id: string;
  /** `stopped`: by its owner, by the gateway's shutdown, or because it had no reader. */
  state: "running" | "complete" | "failed" | "stopped";
  /** The client's dialect. Null until it is known, as are the lane, the upstream and the model. */
  dialect: string | null;
  lane: string | null;
  upstream: string | null;
  model: string | null;
  /** Dropped fields of the request. */
  dropped: readonly string[];
  /** Unix milliseconds. */
  started_at: number;
  client: { method: string; path: string } & TraceHeaders & TraceBody;
  /** The request to the upstream; absent when there was none. */
  sent?: { method: string; url: string; dialect: string } & TraceHeaders & TraceBody;
  /** Head of the upstream's response. */
  answered?: { status: number } & TraceHeaders;
  /** Head of the gateway's response. */
  returned?: { status: number } & TraceHeaders;
  /** Bytes of the response so far. */
  bytes: number;
  /**
   * Write times, for `?writes=true`: pairs of bytes so far and milliseconds since `started_at`. Those of a long
   * response are thinned out.
   */
  writes?: [end: number, at: number][];
  /** The same for the upstream's events, if they are traced. */
  upstream_writes?: [end: number, at: number][];
};

export type TraceHeaders = { headers: { [name: string]: string } };

export type TraceBody = {
  /** Truncated if too long; compare with `body_bytes`. */
  body: string;
  body_bytes: number;
};
