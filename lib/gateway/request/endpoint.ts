/**
 * Endpoint: one method of one path as data, and the function that handles it; the source of routing and the OpenAPI
 * document.
 */
import type { z } from "zod";
import type { Dialect } from "#lib/dialects/dialect.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { BodyStream, HttpRequest, HttpResponse } from "#lib/http/http-message.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import type { PathParameters, RequestContext } from "./context.ts";
import type { Scope } from "./key-ring.ts";
import type { Services } from "./services.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** `none`: no key is read. `optional`: a key is checked when one is sent. */
export type EndpointScope = Scope | "none" | "optional";

type ScopeRequest<EndpointServices> = { request: HttpRequest; params: PathParameters; services: EndpointServices };

export type Endpoint<EndpointServices extends Services = Services, Query = unknown> = {
  method: Method;
  /** Path as in the OpenAPI document, with `{name}` for its parameters. Endpoints of one path share one route. */
  path: string;
  /**
   * Reads a path whose parameters are not simply one segment each. Undefined for any other path.
   * @throws GatewayError 400 for invalid percent-encoding
   */
  match?(path: string): PathParameters | undefined;
  /** Scope that the key needs. A function when the scope depends on the request. */
  scope: EndpointScope | ((of: ScopeRequest<EndpointServices>) => EndpointScope | Promise<EndpointScope>);
  /** Dialect of its error bodies; absent when clients of several dialects call it: the client's own then. */
  dialect?: Dialect;
  /** Dialect of the log entry; absent when no model is called. */
  loggedDialect?: string;
  /** Schema of the query. Without one the handler reads the raw query. */
  query?: z.ZodType<Query>;
  /** Its entry in the OpenAPI document, with its request and response schemas. */
  operation: Operation;
  /** False for probes and reads of the log itself, which would fill the log. */
  logged?: false;
  /** Also handled while the server drains. */
  whileDraining?: true;
  /** Present when the client may request a resumable response: writes the error event of such a stream. */
  resumable?: { writeStreamError(error: GatewayError): string };
  /** True when the client may ask what a request would become, by `x-gateway-dry-run`. */
  dryRun?: true;
  /** True when the path opens a WebSocket; `call` when the socket itself is a call of a model. */
  webSocket?: true | "call";
  /** True when the hooks of the operator check its requests and responses; others that they cover are refused. */
  checkedByHooks?: true;
  /** True for one that neither sends anything to a model nor returns what one wrote, such as a cancel. */
  callsNoModel?: true;
  /** Returns the error for an unsupported method, when a 405 would mislead. */
  refuse?(method: string, params: PathParameters): GatewayError | undefined;
  handle(context: RequestContext<EndpointServices, Query>): EndpointResponse | Promise<EndpointResponse>;
};

/** Infers the query's type from its schema. */
export function defineEndpoint<EndpointServices extends Services, Query = unknown>(
  endpoint: Endpoint<EndpointServices, Query>,
): Endpoint<EndpointServices, Query> {
  return endpoint;
}

/** Response of an endpoint. `playBody` plays an iterable body; a BodyStream pushes itself. */
export type EndpointResponse = Omit<HttpResponse, "body"> & {
  body: Uint8Array | string | BodyStream | AsyncIterable<Uint8Array | string>;
  /** Present for a body of events: its ping and its error event. */
  events?: EventStreamTerms;
  /** Sends the headers before the first bytes of the body, which may be late. */
  flushHead?: true;
  /** Time limit of the whole body; none when absent. */
  deadline?: Deadline | undefined;
  /** Ends the body early; the reason is a GatewayError. A receiver that does not read is disconnected. */
  endedBy?: AbortSignal;
};

export type EventStreamTerms = {
  /** Event that bridges a silence. */
  ping: string;
  /** Writes the error event of a stream that fails after it began. */
  writeError(error: GatewayError): string;
};

export type Deadline = {
  ms: number;
  error: () => GatewayError;
  /** True for a limit of the client or a route, which is kept to some milliseconds. */
  isPrecise?: true;
};

export function isAsyncIterable(body: EndpointResponse["body"]): body is AsyncIterable<Uint8Array | string> {
  return typeof body === "object" && Symbol.asyncIterator in body;
}
