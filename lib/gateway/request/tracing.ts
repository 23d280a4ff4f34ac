/** Tracing: spans of requests and of their attempts at upstreams, for a collector of OpenTelemetry. */
import type { Call } from "#lib/canonical/call.ts";
import type { Reply } from "#lib/canonical/reply.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import type { AttemptObserver } from "#lib/upstreams/attempt-observer.ts";
import type { MeasuredRequest } from "./metrics.ts";

/** Facts of a request, from its log entry. */
export type TracedRequest = MeasuredRequest & {
  readonly id: string;
  readonly method: string | null;
  /** Template of the path. */
  readonly path: string | null;
  readonly stream: boolean;
};

export type Tracing = {
  beginRequest(request: Pick<HttpRequest, "headers">, log: TracedRequest): RequestSpan;
  /** Exports all finished spans and metrics; gives up after some seconds. */
  close(): Promise<void>;
};

export type RequestSpan = {
  /** Id of the trace, 32 hexadecimal digits. */
  readonly traceId: string;
  /** False for a request of which no span is exported: only its metrics are. */
  readonly isSampled: boolean;
  /** Observes the sendings of one request to an upstream. */
  observe(facts: AttemptFacts): AttemptObserver;
  /** Reports that the attempt which ended last has failed after all. */
  failAttempt(status: number): void;
  end(log: TracedRequest): void;
};

export type AttemptFacts = {
  /** Dialect of the request to the upstream. */
  dialect: string;
  /** Id of the upstream. */
  upstream: string;
  /** Origin of the upstream; absent for a package and the sandbox. */
  origin?: string | undefined;
  /** True for a model that runs in this process. */
  isBuiltIn?: boolean | undefined;
  /** Upstream's name of the model. */
  model: string;
  stream: boolean;
  /** Client's request. */
  wire?: object | undefined;
  /** Reads the prompt, when it is exported; absent for a request without one. */
  readCall?: (() => Call) | undefined;
  /** Reads the bytes of a response, when it is exported; absent for a dialect of media. */
  readReply?: ((bytes: Buffer) => Reply) | undefined;
};
