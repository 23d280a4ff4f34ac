/** What `GET /api/exchanges/{id}` tells of a kept exchange. Credentials stand nowhere in it. */
export type KeptExchange = {
  /** The request's `x-request-id`. */
  id: string;
  /** `stopped`: by its owner, by the gateway's end, or because nobody read it. */
  state: "running" | "complete" | "failed" | "stopped";
  /** Of the client's request. Null until it is known, as are the lane, the upstream and the model. */
  dialect: string | null;
  lane: string | null;
  upstream: string | null;
  model: string | null;
  /** Fields of the request that went nowhere. */
  dropped: string[];
  /** Unix milliseconds. */
  started_at: number;
  client: { method: string; path: string } & KeptHeaders & KeptBody;
  /** What went to the upstream; absent where none was asked. */
  sent?: { method: string; url: string; dialect: string } & KeptHeaders & KeptBody;
  /** What the upstream began its answer with. */
  answered?: { status: number } & KeptHeaders;
  /** What the gateway began its answer with. */
  returned?: { status: number } & KeptHeaders;
  /** Bytes of the answer so far. */
  bytes: number;
  /**
   * When the answer was written, for `?writes=true`: pairs of how many bytes there were then and of milliseconds since
   * `started_at`. A long answer's are thinned out.
   */
  writes?: [end: number, at: number][];
  /** The same of the upstream's own events, where there are any: when they came. */
  upstream_writes?: [end: number, at: number][];
};

export type KeptHeaders = { headers: { [name: string]: string } };

export type KeptBody = {
  /** Of one that is too long only the beginning: then it is shorter than `body_bytes` says. */
  body: string;
  body_bytes: number;
};
