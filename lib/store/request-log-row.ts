import type { HookRun } from "#lib/contract/hook-run.ts";
import type { LoggedAttempt } from "#lib/contract/logged-request.ts";

/** Log entry of one finished request. Times in milliseconds, sizes in bytes; null when not applicable or unknown. */
export type RequestLogRow = {
  id: string;
  /** Unix milliseconds at which the request arrived. */
  time: number;
  keyId: string | null;
  /** Method and path as in the table of routes, `POST /v1/chat/completions`; null for a video's end. */
  route: string | null;
  dialect: string | null;
  lane: "relay" | "translate" | "bridge" | "sandbox" | null;
  upstream: string | null;
  /** Model as the client named it. */
  model: string | null;
  /** Model that served it, `<upstream>/<model>`; null when the client named it so. */
  target: string | null;
  /** Attempts of a route; null for a request of one model. */
  attempts: LoggedAttempt[] | null;
  status: number;
  stream: boolean;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Input tokens that came from a cache. */
  cachedTokens: number | null;
  /** Input tokens that were written to a cache. */
  cacheWriteTokens: number | null;
  reasoningTokens: number | null;
  /** Seconds of all videos of a finished task, whose row is separate from that of the starting request. */
  videoSeconds: number | null;
  /** Images that a successful request made. */
  images: number | null;
  /** Characters of the prompt of images or of a finished video. */
  characters: number | null;
  firstByteMs: number | null;
  totalMs: number;
  requestBytes: number;
  responseBytes: number;
  /** Error message of a failed request; "client left" when the client disconnected. */
  error: string | null;
  /** Comma-separated names of the dropped fields. */
  dropped: string | null;
  /** Comma-separated names of the emulated fields. */
  emulated: string | null;
  /** Stored prompt and its version, `name@7`; null for a request without one. */
  prompt: string | null;
  /** US dollars at the time of the request, for a key with a budget; null for others, and where it is unknown. */
  cost: number | null;
  /** Group of the key at the time of the request. */
  group: string | null;
  /** Labels of the key and of the request; see request-tags.ts. */
  tags: readonly string[];
  /** Calls of the operator's hooks, in order; null without one. */
  hooks: readonly HookRun[] | null;
  /** `hit` for a response of the cache; null for a request that did not use it. */
  cache: "hit" | "miss" | null;
  /** Hashes of the prompt, see prompt-prefix.ts; null for a request without one, and in lists. */
  prefix: string | null;
};

/** Prompt of one request, with what its tokens cost. */
export type PrefixRow = Pick<
  RequestLogRow,
  "id" | "time" | "upstream" | "model" | "target" | "inputTokens" | "cachedTokens"
> & { prefix: string };

/** Row in which nothing is known. */
export const BLANK_ROW: RequestLogRow = {
  id: "",
  time: 0,
  keyId: null,
  route: null,
  dialect: null,
  lane: null,
  upstream: null,
  model: null,
  target: null,
  attempts: null,
  status: 0,
  stream: false,
  inputTokens: null,
  outputTokens: null,
  cachedTokens: null,
  cacheWriteTokens: null,
  reasoningTokens: null,
  videoSeconds: null,
  images: null,
  characters: null,
  firstByteMs: null,
  totalMs: 0,
  requestBytes: 0,
  responseBytes: 0,
  error: null,
  dropped: null,
  emulated: null,
  prompt: null,
  cost: null,
  group: null,
  tags: [],
  hooks: null,
  cache: null,
  prefix: null,
};
