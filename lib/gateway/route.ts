/** What stands at a path. */
import type { Dialect } from "#lib/dialects/dialect.ts";
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import type { RequestRecord } from "./request-record.ts";
import type { Runtime } from "./runtime.ts";

/** What the path says, decoded, by the names in its template. */
export type PathParameters = Readonly<Record<string, string>>;

export type Handler = (
  exchange: ExchangeRequest,
  runtime: Runtime,
  record: RequestRecord,
  parameters: PathParameters,
) => ExchangeResponse | Promise<ExchangeResponse>;

/** A method of a route: what answers it, and what the OpenAPI document says of it. */
export type Endpoint = {
  handler: Handler;
  operation: Operation;
  /** Present where its exchange is kept for a client that asks for it: how a stream of it tells an error. */
  keeps?: { streamError: (error: GatewayError) => string };
};

/** One line of the table of routes, from which both the router and the document are made. */
export type RouteEntry = {
  /** As the document names it, with `{name}` for its parameters. */
  path: string;
  /**
   * Reads a path whose parameters are not simply what stands between two slashes. Undefined for a path that is another.
   * @throws GatewayError 400 for a path that is not well percent-encoded
   */
  match?(path: string): PathParameters | undefined;
  methods: Readonly<Partial<Record<"GET" | "POST" | "PUT" | "DELETE", Endpoint>>>;
  /** Whose envelope its errors take; absent where several conventions call it: then it is the client's own. */
  dialect?: Dialect;
  /** What is wrong with a method that is not among these, where a 405 would mislead. */
  refuse?(method: string, parameters: PathParameters): GatewayError | undefined;
  /** Answered while the server drains. */
  whileDraining?: boolean;
};

export type Route = RouteEntry & { parameters: PathParameters };
