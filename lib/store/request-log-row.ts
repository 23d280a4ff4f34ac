/** One finished request. Times in milliseconds, sizes in bytes; null where it did not apply or was not known. */
export type RequestLogRow = {
  id: string;
  /** Unix milliseconds at which the request arrived. */
  time: number;
  keyId: string | null;
  /** Its method, and the path as the table of routes names it, `POST /v1/chat/completions`; null for a video's end. */
  route: string | null;
  dialect: string | null;
  lane: "relay" | "translate" | "bridge" | "sandbox" | null;
  upstream: string | null;
  /** As the client named it. */
  model: string | null;
  status: number;
  stream: boolean;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Of the input, what came from a cache. */
  cachedTokens: number | null;
  /** Of the input, what was written to a cache. */
  cacheWriteTokens: number | null;
  reasoningTokens: number | null;
  /** Of all videos that a finished task gave; its row is beside that of the request which began it. */
  videoSeconds: number | null;
  firstByteMs: number | null;
  totalMs: number;
  requestBytes: number;
  responseBytes: number;
  /** The error's message, when the request failed; "client left" when the client did. */
  error: string | null;
  /** Comma-separated names of the fields that went nowhere. */
  dropped: string | null;
};
