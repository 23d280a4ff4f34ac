/**
 * RequestRecord: both sides of the wire of one request, as the request log keeps it and a cassette file has it. It has
 * no credentials, and references in place of media.
 */
export type RequestRecord = {
  object: "request_record";
  version: 1;
  /** The request's `x-request-id`. */
  id: string;
  /** Unix milliseconds at which the request arrived. */
  time: number;
  /** The client's dialect; null for a route without one. */
  dialect: string | null;
  /** As the client named it. */
  model: string | null;
  /** True when the client asked for a stream. */
  stream: boolean;
  request: RecordedRequest;
  /** Absent when the client left before its response began. */
  response?: RecordedResponse;
  /** Requests to upstreams, in order; empty for a model that runs in the gateway. */
  attempts: RecordedAttempt[];
};

export type RecordedHeaders = { [name: string]: string };

export type RecordedRequest = {
  method: string;
  /** Path with its query, or an upstream's URL. */
  url: string;
  headers: RecordedHeaders;
  body?: RecordedBody;
};

export type RecordedResponse = {
  status: number;
  headers: RecordedHeaders;
  body?: RecordedBody;
  /** False for a body that was cut: by its source, by the client, or by the limit on what is recorded. */
  complete: boolean;
};

export type RecordedAttempt = {
  upstream: string;
  dialect: string;
  request: RecordedRequest;
  /** Also a refusal after which the request was sent again: each sending is an attempt. */
  response?: RecordedResponse;
  /** Code of the error without a response, such as "upstream_unreachable". */
  error?: string;
};

export type RecordedBody = {
  /** Each chunk with its time in milliseconds since the request arrived. A body that came whole is one chunk. */
  chunks: [at: number, text: string][];
  /** Bytes on the wire, before secrets and media were replaced. */
  bytes: number;
  /** Why chunks are missing: the body is not text, or longer than the limit. */
  omitted?: "binary" | "too_long";
  /** Secrets that were replaced by `[redacted]`. */
  secrets?: number;
  /** Media that were replaced by references. */
  media?: number;
};

/** Bodies that the log keeps: none, those of failed requests, those that a request asks for, or all. */
export const BODY_POLICIES = ["off", "errors", "requested", "all"] as const;
export type BodyPolicy = (typeof BODY_POLICIES)[number];
