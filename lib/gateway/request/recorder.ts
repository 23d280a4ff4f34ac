/** Recorder: takes down both sides of the wire of one request, for the log. */
import type { HttpRequest, HttpResponse } from "#lib/http/http-message.ts";
import type { Receiver } from "#lib/upstreams/receiver.ts";
import type { UpstreamRequest } from "#lib/upstreams/send.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";

export type Recorder = {
  /** Request as the gateway should see it: reading its body records it. */
  readonly request: HttpRequest;
  /** Returns the same response, recorded while it is played. */
  tap(response: HttpResponse): HttpResponse;
  /** Returns a receiver that records the upstream's response and passes it on. */
  recordAttempt(sent: { upstream: Upstream; dialect: string; request: UpstreamRequest }, receiver: Receiver): Receiver;
};

/** Contents of the log for one request: by the rule of its key, and by its header. */
export type RequestLogLevel = {
  bodies: "off" | "errors" | "all";
  /** True when the row has no error message, no labels and no names of fields. */
  hidesText: boolean;
  /** Level for the response's header; absent for a request without the header. */
  told?: "off" | "meta" | "errors" | "full";
};
