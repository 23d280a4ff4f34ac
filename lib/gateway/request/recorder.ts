/** Recorder: takes down both sides of the wire of one request, for the log. */
import type { HttpRequest, HttpResponse } from "#lib/http/http-message.ts";
import type { FetchObserver } from "#lib/upstreams/ai-sdk/fetch-observer.ts";
import type { send } from "#lib/upstreams/send.ts";

export type RecordedSending = Parameters<typeof send>[0];

export type Recorder = {
  /** Request as the gateway should see it: reading its body records it. */
  readonly request: HttpRequest;
  /** Returns the same response, recorded while it is played. */
  tap(response: HttpResponse): HttpResponse;
  /** Returns the request to an upstream so that each sending of it is recorded with its response, retries included. */
  recordSending(sending: RecordedSending, dialect: string): RecordedSending;
  /** Returns an observer that records the HTTP requests of a package of the AI SDK. */
  observeFetches(of: { upstream: string; dialect: string }): FetchObserver;
};

/** Contents of the log for one request: by the rule of its key, and by its header. */
export type RequestLogLevel = {
  bodies: "off" | "errors" | "all";
  /** True when the row has no error message, no labels and no names of fields. */
  hidesText: boolean;
  /** Level for the response's header; absent for a request without the header. */
  told?: "off" | "meta" | "errors" | "full";
};
