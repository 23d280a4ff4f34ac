/** What `GET /api/requests` tells of one request. Times in milliseconds, sizes in bytes; null where it is not known. */
export type LoggedRequest = {
  object: "request";
  /** The request's `x-request-id`; `video_…` for the end of a video's task, which is a row of its own. */
  id: string;
  /** Unix milliseconds at which it arrived. */
  time: number;
  /** Who sent it; null for whoever had no valid key. */
  key: { id: string; name: string; prefix: string | null } | null;
  /** `POST /v1/chat/completions`: the path as the list of routes names it. */
  route: string | null;
  dialect: string | null;
  lane: "relay" | "translate" | "bridge" | "sandbox" | null;
  upstream: string | null;
  /** As the client named it. */
  model: string | null;
  /** 499 when the client left before the answer was complete. */
  status: number;
  stream: boolean;
  input_tokens: number | null;
  output_tokens: number | null;
  /** Of the input, what came from a cache. */
  cached_tokens: number | null;
  /** Of the input, what was written to a cache. */
  cache_write_tokens: number | null;
  reasoning_tokens: number | null;
  video_seconds: number | null;
  first_byte_ms: number | null;
  total_ms: number;
  request_bytes: number;
  response_bytes: number;
  /** What went wrong, as the client was told. */
  error: string | null;
  /** Fields of the request that went nowhere. */
  dropped: string[];
  /** US dollars at today's prices; null where a count or the price is unknown. */
  cost: number | null;
  /** A price that the cost rests on is not exact. */
  cost_about: boolean;
  /** `/api/exchanges/{id}` tells what went over the wire, to the key that asks now. */
  exchange: boolean;
};

export type RequestList = {
  object: "list";
  data: LoggedRequest[];
  has_more: boolean;
  /** What `cursor` of the next page is; null on the last one. */
  next_cursor: string | null;
};
