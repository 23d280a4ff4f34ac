import type { HookRun } from "./hook-run.ts";
import type { PromptCacheComparison } from "./prompt-cache.ts";
import type { RequestRecord } from "./request-record.ts";

/** LoggedRequest: one request of `GET /api/requests`. Times in milliseconds, sizes in bytes; null where unknown. */
export type LoggedRequest = {
  object: "request";
  /** The request's `x-request-id`; `video_…` for the end of a video task, which has a separate row. */
  id: string;
  /** Unix milliseconds at which it arrived. */
  time: number;
  /** The key that sent it; null without a valid one. */
  key: { id: string; name: string; prefix: string | null } | null;
  /** Group of the key at that time. */
  group: string | null;
  /** Labels of the key, and of the header `x-gateway-tags`. */
  tags: string[];
  /** `POST /v1/chat/completions`: the path as the list of routes names it. */
  route: string | null;
  dialect: string | null;
  lane: "relay" | "translate" | "bridge" | "sandbox" | null;
  upstream: string | null;
  /** As the client named it. */
  model: string | null;
  /** Model that answered, `<upstream>/<model>`, when the client named an alias or a route. */
  target: string | null;
  /** Attempts of a route, in order; empty for a request of one model. */
  attempts: PricedAttempt[];
  /** 499 when the client left before the response was complete. */
  status: number;
  stream: boolean;
  input_tokens: number | null;
  output_tokens: number | null;
  /** Input tokens read from a cache. */
  cached_tokens: number | null;
  /** Input tokens written to a cache. */
  cache_write_tokens: number | null;
  reasoning_tokens: number | null;
  video_seconds: number | null;
  images: number | null;
  first_byte_ms: number | null;
  total_ms: number;
  request_bytes: number;
  response_bytes: number;
  /** The error message that the client got. */
  error: string | null;
  /** Calls of the operator's hooks, in order. */
  hooks: HookRun[];
  /** `hit` for a response of the cache; null for a request that did not use it. */
  cache: "hit" | "miss" | null;
  /** Dropped fields of the request. */
  dropped: readonly string[];
  /** Fields that the gateway emulated; `usage` where it estimated the tokens. */
  emulated: string[];
  /** Stored prompt and its version, `name@7`; null for a request without one. */
  prompt: string | null;
  /** US dollars at today's prices; null when a count or the price is unknown. */
  cost: number | null;
  /** A price that the cost rests on is not exact. */
  cost_about: boolean;
  /** True when `/api/exchanges/{id}` has a trace that the calling key may read. */
  exchange: boolean;
  /** True when the log has its bodies. */
  recorded: boolean;
};

/** Reply of `GET /api/requests/{id}`. */
export type RequestWithRecord = LoggedRequest & {
  /** Both sides of the wire; null when they were not recorded, or are removed. */
  record: RequestRecord | null;
  /** Its prompt beside that of the request before it in its conversation; null without one. */
  prompt_cache: PromptCacheComparison | null;
};

/** One request to one target of a route. */
export type LoggedAttempt = {
  /** Target as the route names it. */
  model: string;
  lane: LoggedRequest["lane"];
  /** Status of its response, or of its error. */
  status: number;
  /** Milliseconds until its response began, or until it failed. */
  ms: number;
  /** Fields of the request that it did not get. */
  dropped: readonly string[];
  error: string | null;
};

/** An attempt at today's prices. */
export type PricedAttempt = LoggedAttempt & {
  /** US dollars per million tokens; null when unknown. */
  price: { input: number; output: number } | null;
  /** US dollars; null for a failed attempt, which reports no tokens, and when the price is unknown. */
  cost: number | null;
};

export type RequestList = {
  object: "list";
  data: LoggedRequest[];
  has_more: boolean;
  /** The `cursor` of the next page; null on the last one. */
  next_cursor: string | null;
};
