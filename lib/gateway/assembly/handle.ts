/** The core: one HTTP request in, one response out, whatever the mount (docs/architecture.md, The request path). */
import { randomBytes } from "node:crypto";
import type { KeyRoute } from "#lib/contract/key-policy.ts";
import { CLIENT_DISCONNECTED_STATUS } from "#lib/http/client-presence.ts";
import { createErrorResponse, toGatewayError } from "#lib/http/error-response.ts";
import { errors } from "#lib/http/errors.ts";
import { ERROR_SOURCE } from "#lib/http/gateway-error.ts";
import type { HttpRequest, HttpResponse } from "#lib/http/http-message.ts";
import { validate } from "#lib/http/validate.ts";
import { TAGS } from "#lib/openapi/operation-parts.ts";
import { redactError } from "#lib/upstreams/redactor.ts";
import { playBody } from "../bodies/play-body.ts";
import { addGuardHeaders } from "../request/add-guard-headers.ts";
import { authenticate, requireScope } from "../request/authenticate.ts";
import { detectClientDialect } from "../request/client-convention.ts";
import { parseQuery, type RequestContext } from "../request/context.ts";
import { readDryRun } from "../request/dry-run.ts";
import { type Endpoint, type EndpointResponse, isAsyncIterable } from "../request/endpoint.ts";
import type { Principal } from "../request/key-ring.ts";
import { CLIENT_DISCONNECTED, type LogEntry } from "../request/log-entry.ts";
import { openLogEntry } from "../request/open-log-entry.ts";
import { LOG_HEADER, readLogLevel } from "../request/read-log-level.ts";
import { listRequestTags } from "../request/request-tags.ts";
import { writeLaneHeaders } from "../request/write-lane-headers.ts";
import type { Route } from "./find-route.ts";
import { logFault } from "./log-fault.ts";
import { respondResumable, wantsResumable } from "./respond-resumable.ts";
import { findRoute } from "./routes.ts";
import type { AllServices } from "./services.ts";

type Context = RequestContext<AllServices>;

/** Request that the gateway sends to itself. */
type OwnRequest = {
  /** Key or person on whose behalf it is sent. */
  principal: Principal;
  /** Called at once with the log entry of the request. */
  onLog: (log: LogEntry) => void;
};

/** Handles a request, and never rejects. The mount plays or cancels a body that is a stream. */
export async function handle(request: HttpRequest, services: AllServices, own?: OwnRequest): Promise<HttpResponse> {
  const { inFlight } = services;
  const log = openLogEntry(createRequestId(request, services.redact), { request, services });
  own?.onLog(log);
  let route: Route | undefined;
  try {
    let endpoint: Endpoint<AllServices>;
    try {
      route = findRoute(request.path);
      endpoint = findEndpoint(route, request, log);
    } finally {
      if (log.logged) log.span = services.tracing?.beginRequest(request, log);
    }
    const { params } = route as Route;
    if (inFlight.draining && !endpoint.whileDraining) throw errors.shuttingDown();
    const { scope } = endpoint;
    const needed = typeof scope === "function" ? await scope({ request, params, services }) : scope;
    const sender = own ? requireScope(own.principal, needed) : authenticate(request, services, needed);
    const principal = sender instanceof Promise ? await sender : sender;
    if (principal.keyId !== "") log.keyId = principal.keyId;
    if (services.settings.hooks.length > 0) requireCheckable(endpoint, services);
    log.group = principal.group ?? null;
    log.tags = listRequestTags(request, principal);
    log.dryRun = readDryRun(request, endpoint);
    if (log.dryRun) log.logged = false;
    record(endpoint, { request, principal, log, services });
    const admission = admit(endpoint, { principal, log, services });
    // A key without limits, or with limits that are counted here, waits for nothing, not even a microtask.
    if (admission) await admission;
    const query = endpoint.query && validate(endpoint.query, parseQuery(request));
    const context: Context = { request: log.recorder?.request ?? request, services, principal, log, query, params };
    if (endpoint.resumable && wantsResumable(request) && !inFlight.draining && !log.dryRun) {
      return await respondResumable(context, endpoint.resumable, (resumable) => respond(endpoint, route, resumable));
    }
    return await respond(endpoint, route, context);
  } catch (thrown) {
    return respondWithError(thrown, { request, services, log, route });
  }
}

/** Kinds of routes that a key may be limited to, by the section of the OpenAPI document. */
const LIMITED_ROUTES: Readonly<Record<string, KeyRoute>> = {
  [TAGS.chat]: "chat",
  [TAGS.responses]: "chat",
  [TAGS.messages]: "chat",
  [TAGS.generateContent]: "chat",
  [TAGS.interactions]: "chat",
  [TAGS.embeddings]: "embeddings",
  [TAGS.audio]: "audio",
  [TAGS.realtime]: "realtime",
  [TAGS.batches]: "batches",
  [TAGS.otherRoutes]: "chat",
  [TAGS.passThrough]: "passthrough",
  [TAGS.images]: "images",
  [TAGS.videos]: "videos",
  [TAGS.files]: "files",
  [TAGS.mcp]: "mcp",
  [TAGS.keys]: "admin",
  [TAGS.providers]: "admin",
  [TAGS.storage]: "admin",
  [TAGS.audit]: "admin",
  [TAGS.alerts]: "admin",
  [TAGS.people]: "admin",
};

const mayCallModel = ({ method, webSocket }: Endpoint<AllServices>): boolean =>
  method === "POST" || webSocket === "call";

/** @throws GatewayError 403 for a call of a model that a hook covers, and that no hook can check */
function requireCheckable(endpoint: Endpoint<AllServices>, { settings }: AllServices): void {
  const { method, operation, loggedDialect, webSocket, checkedByHooks, callsNoModel } = endpoint;
  if (checkedByHooks || callsNoModel || loggedDialect === undefined) return;
  const route = LIMITED_ROUTES[operation.tag];
  // Other routes of a provider also read what its models wrote. Requests of a WebSocket come after it was opened.
  if (method !== "POST" && route !== "passthrough" && !webSocket) return;
  if (!settings.hooks.some(({ routes }) => route === undefined || routes.includes(route))) return;
  const problem = `hooks cannot check ${route === "chat" ? "this operation" : `the route "${route ?? operation.tag}"`}`;
  throw errors.hookCannotCheck({ problem });
}

/** Kinds of routes whose bodies are not recorded: they call no model, and keys are secrets. */
const UNRECORDED_ROUTES: ReadonlySet<KeyRoute | undefined> = new Set([undefined, "files", "mcp", "admin"] as const);

/** Begins to record a call of a model, where the log has its bodies. @throws GatewayError 400 for a wrong level */
function record(
  { method, operation }: Endpoint<AllServices>,
  { request, principal, log, services }: Pick<Context, "request" | "principal" | "log" | "services">,
): void {
  const route = LIMITED_ROUTES[operation.tag];
  const isRecorded = !UNRECORDED_ROUTES.has(route) && (method === "POST" || route === "passthrough") && !log.dryRun;
  if (!isRecorded && request.headers[LOG_HEADER] === undefined) return;
  log.level = readLogLevel(request, principal, services);
  const { bodies } = log.level;
  if (isRecorded && bodies !== "off") log.recorder = services.recordings.begin(bodies, { request, principal, log });
}

/**
 * Returns undefined for a request without limits.
 * @throws GatewayError 403 for a route that the key may not use, 429 over a limit of it
 */
function admit(
  endpoint: Endpoint<AllServices>,
  { principal, log, services }: Pick<Context, "principal" | "log" | "services">,
): Promise<void> | void {
  const route = LIMITED_ROUTES[endpoint.operation.tag];
  // Without the scope `admin` a person reaches only the own keys there, whatever the routes of the team are.
  if (route === "admin" && !principal.scopes.includes("admin")) return undefined;
  if (route === undefined || (principal.policy === undefined && principal.group === undefined)) return undefined;
  const callsModel = mayCallModel(endpoint) && !UNRECORDED_ROUTES.has(route);
  return services.admission.admitRequest({ principal, log, route, callsModel });
}

/** Returns the endpoint's response, also for an error. */
async function respond(
  endpoint: Endpoint<AllServices>,
  route: Route | undefined,
  context: Context,
): Promise<HttpResponse> {
  try {
    const delivered = deliver(await endpoint.handle(context), context);
    return addHeaders(delivered instanceof Promise ? await delivered : delivered, context);
  } catch (thrown) {
    return respondWithError(thrown, { ...context, route });
  }
}

/** A response whose body is bytes ends here; one whose body is a stream ends the log entry itself. */
function deliver(response: EndpointResponse, context: Context): Promise<HttpResponse> | HttpResponse {
  const { request, log } = context;
  const { body } = response;
  if (typeof body === "string" || body instanceof Uint8Array) {
    log.sent(Buffer.byteLength(body));
    log.finish({ status: response.status });
    return response as HttpResponse;
  }
  if (request.method === "HEAD") return withoutBody(response, body, log);
  return isAsyncIterable(body) ? playBody({ ...response, body }, context) : (response as HttpResponse);
}

async function withoutBody(
  { status, headers }: EndpointResponse,
  body: Exclude<EndpointResponse["body"], string | Uint8Array>,
  log: LogEntry,
): Promise<HttpResponse> {
  // Finished first: an unsent end does not count as a client disconnect.
  log.finish({ status });
  if (isAsyncIterable(body)) await body[Symbol.asyncIterator]().return?.();
  else body.cancel();
  return { status, headers, body: "" };
}

/** Adds the request's id to every response, and headers that make it harmless in a browser. */
function addHeaders(response: HttpResponse, { request, log }: Pick<Context, "request" | "log">): HttpResponse {
  const { id } = log;
  response.headers["x-request-id"] = id;
  // Anthropic's SDK reads this name (wire-formats §3.1).
  response.headers["request-id"] = id;
  log.grant?.addHeaders(response.headers);
  if (log.level?.told) response.headers["x-gateway-log"] = log.level.told;
  addGuardHeaders(response.headers, request);
  return log.recorder ? log.recorder.tap(response) : response;
}

function respondWithError(
  thrown: unknown,
  { request, services, log, route }: Pick<Context, "request" | "services" | "log"> & { route: Route | undefined },
): HttpResponse {
  const error = redactError(toGatewayError(thrown), services.redact);
  logFault(thrown, error, { requestId: log.id, log: services.log });
  const { writeErrorBody: writeNativeBody } = route?.dialect ?? detectClientDialect(request);
  const response = createErrorResponse({ error, requestId: log.id, requestHeaders: request.headers, writeNativeBody });
  const source = error.headers[ERROR_SOURCE] === "upstream" ? "upstream" : "gateway";
  log.failure = { code: error.code, source };
  if (request.client.left) log.finish({ status: CLIENT_DISCONNECTED_STATUS, error: CLIENT_DISCONNECTED });
  else {
    log.sent(Buffer.byteLength(response.body as string));
    log.finish({ status: error.status, error: error.message });
  }
  if (log.lane || log.attempts) Object.assign(response.headers, writeLaneHeaders(log));
  return addHeaders(response, { request, log });
}

/** @throws GatewayError 404, 405 */
function findEndpoint(route: Route | undefined, { path, method }: HttpRequest, log: LogEntry): Endpoint<AllServices> {
  if (!route) throw errors.unknownPath({ path });
  log.method = method;
  log.path = route.path;
  const { endpoints } = route;
  const endpoint = endpoints.get(method) ?? (method === "HEAD" ? endpoints.get("GET") : undefined);
  if (endpoint) {
    if (endpoint.logged === false) log.logged = false;
    log.dialect = endpoint.loggedDialect ?? null;
    return endpoint;
  }
  const refused = route.refuse?.(method, route.params);
  if (refused) throw refused;
  throw errors.methodNotAllowed({ method, path, allow: [...endpoints.keys()] });
}

/** Random for each process, so that instances that share a log create different ids. */
const ID_PREFIX = `req_${randomBytes(12).toString("hex")}`;
let requests = 0;

/**
 * Returns the caller's own id, if it has the form of one and is no secret, to join its logs with ours; otherwise a new
 * one.
 */
function createRequestId({ headers }: HttpRequest, redact: (text: string) => string): string {
  const id = headers["x-request-id"];
  if (typeof id === "string" && /^[A-Za-z0-9._-]{1,64}$/.test(id) && redact(id) === id) return id;
  requests = (requests + 1) >>> 0;
  return ID_PREFIX + requests.toString(16).padStart(8, "0");
}
