/** Endpoint: one method of one path as data, and the function that handles it. Routing and the OpenAPI document come from it. */
import type { z } from "zod";
import type { Dialect } from "#lib/dialects/dialect.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { BodyStream, HttpRequest, HttpResponse } from "#lib/http/http-message.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import type { KeyScope } from "#lib/store/store.ts";
import type { PathParameters, RequestContext } from "./context.ts";
import type { Services } from "./services.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** `none`: no key is read. `optional`: a key is checked when one is sent. */
export type EndpointScope = KeyScope | "none" | "optional";

type ScopeRequest<EndpointServices> = { request: HttpRequest; params: PathParameters; services: EndpointServices };

export type Endpoint<EndpointServices extends Services = Services, Query = unknown> = {
  method: Method;
  /** Path as the OpenAPI document names it, with `{name}` for its parameters. Endpoints of one path share one route. */
  path: string;
  /**
   * Reads a path whose parameters are not simply one segment each. Undefined for any other path.
   * @throws GatewayError 400 for a path that is not well percent-encoded
   */
  match?(path: string): PathParameters | undefined;
  /** Scope that the key needs. A function where that depends on what the request names. */
  scope: EndpointScope | ((of: ScopeRequest<EndpointServices>) => EndpointScope | Promise<EndpointScope>);
  /** Dialect of its error bodies; absent where several conventions call it: then it is the client's own. */
  dialect?: Dialect;
  /** Dialect of the log entry; absent where no model is called. */
  loggedDialect?: string;
  /** Schema of the query. Without one the handler reads what it needs of the raw query. */
  query?: z.ZodType<Query>;
  /** Its entry in the OpenAPI document, with its request and response schemas. */
  operation: Operation;
  /** False for probes and reads of the log itself, which would fill the log. */
  logged?: false;
  /** Answered while the server drains. */
  whileDraining?: true;
  /** Present where the client may ask for a resumable response: writes the error event of such a stream. */
  resumable?: { streamError(error: GatewayError): string };
  /** The error for a method that the path does not have, where a 405 would mislead. */
  refuse?(method: string, params: PathParameters): GatewayError | undefined;
  handle(context: RequestContext<EndpointServices, Query>): EndpointResponse | Promise<EndpointResponse>;
};

/** Infers the query's type from its schema. */
export function defineEndpoint<EndpointServices extends Services, Query = unknown>(
  endpoint: Endpoint<EndpointServices, Query>,
): Endpoint<EndpointServices, Query> {
  return endpoint;
}

/** The response of an endpoint. An iterable body is played by `playBody`; a BodyStream pushes itself. */
export type EndpointResponse = Omit<HttpResponse, "body"> & {
  body: Uint8Array | string | BodyStream | AsyncIterable<Uint8Array | string>;
  /** Present for a body of events: its ping and its error event. */
  events?: EventStreamTerms;
  /** Sends the headers before the first bytes of the body, which may take their time. */
  flushHead?: true;
  /** Time limit of the whole body; none when absent. */
  deadline?: Deadline | undefined;
};

export type EventStreamTerms = {
  /** The event that bridges a silence. */
  ping: string;
  /** Writes the error event that ends a stream which fails after it began. */
  writeError(error: GatewayError): string;
};

export type Deadline = { ms: number; error: () => GatewayError };

export function isAsyncIterable(body: EndpointResponse["body"]): body is AsyncIterable<Uint8Array | string> {
  return typeof body === "object" && Symbol.asyncIterator in body;
}
