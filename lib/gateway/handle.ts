/** The core: one exchange in, one answer out, whatever the mount (architecture.md, One core, two mounts). */
import { randomUUID } from "node:crypto";
import { errorResponse, toGatewayError } from "#lib/http/error-response.ts";
import { type ExchangeRequest, type ExchangeResponse, isPushSource } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { answerHeaders } from "./answer-context.ts";
import { clientDialect } from "./client-convention.ts";
import { answerRecorded, beginRecording, KEEP_HEADER } from "./exchanges/keep-exchange.ts";
import { CLIENT_LEFT, CLIENT_LEFT_STATUS, RequestRecord } from "./request-record.ts";
import type { Endpoint, Route } from "./route.ts";
import { findRoute } from "./routes.ts";
import type { Runtime } from "./runtime.ts";

export function handle(exchange: ExchangeRequest, runtime: Runtime): Promise<ExchangeResponse> {
  const { exchanges, store } = runtime;
  const requestId = readRequestId(exchange.headers) ?? `req_${randomUUID().replaceAll("-", "")}`;
  const record = new RequestRecord({ id: requestId, log: store.requestLog, onFinish: exchanges.finish });
  exchanges.begin();
  return exchange.headers[KEEP_HEADER] === undefined
    ? respond(exchange, runtime, record)
    : respondAndKeep(exchange, runtime, record);
}

/** The answer, also when it is an error. @param refusal an error that is known already */
async function respond(
  exchange: ExchangeRequest,
  runtime: Runtime,
  record: RequestRecord,
  refusal?: unknown,
): Promise<ExchangeResponse> {
  const requestId = record.id;
  let response: ExchangeResponse;
  let found: Route | undefined;
  try {
    found = findRoute(exchange.path);
    if (found) {
      record.method = exchange.method;
      record.path = found.path;
    }
    if (refusal !== undefined) throw refusal;
    response = await answer(found, exchange, runtime, record);
    if (!isPushSource(response.body)) {
      record.sent(Buffer.byteLength(response.body));
      record.finish({ status: response.status });
    }
  } catch (thrown) {
    const error = toGatewayError(thrown);
    if (error.status === 500 && !GatewayError.isInstance(thrown)) runtime.log(faultLine(requestId, thrown));
    const { errorBody: nativeBody } = found?.dialect ?? clientDialect(exchange);
    response = errorResponse({ error, requestId, requestHeaders: exchange.headers, nativeBody });
    if (exchange.client.left) record.finish({ status: CLIENT_LEFT_STATUS, error: CLIENT_LEFT });
    else {
      record.sent(Buffer.byteLength(response.body as string));
      record.finish({ status: error.status, error: error.message });
    }
    if (record.lane) Object.assign(response.headers, answerHeaders(record));
  }
  response.headers["x-request-id"] = requestId;
  // Anthropic's SDK reads this name (wire-formats §3.1).
  response.headers["request-id"] = requestId;
  return response;
}

async function respondAndKeep(
  exchange: ExchangeRequest,
  runtime: Runtime,
  record: RequestRecord,
): Promise<ExchangeResponse> {
  const keeps = keepsOf(exchange);
  if (!keeps || runtime.exchanges.draining) return respond(exchange, runtime, record);
  try {
    const recording = await beginRecording({ exchange, runtime, record, ...keeps });
    return await answerRecorded(recording, exchange, (recorded) => respond(recorded, runtime, record));
  } catch (thrown) {
    return respond(exchange, runtime, record, thrown);
  }
}

function keepsOf({ path, method }: ExchangeRequest): Endpoint["keeps"] {
  try {
    const found = findRoute(path);
    return found && endpointOf(found.methods, method)?.keeps;
  } catch {
    return undefined;
  }
}

function answer(
  found: Route | undefined,
  exchange: ExchangeRequest,
  runtime: Runtime,
  record: RequestRecord,
): ExchangeResponse | Promise<ExchangeResponse> {
  const { path, method } = exchange;
  if (!found) {
    throw new GatewayError({
      status: 404,
      message: `There is no route ${path.slice(0, 200)} here.`,
      code: "unknown_path",
    });
  }
  const { methods, whileDraining, parameters } = found;
  const endpoint = endpointOf(methods, method);
  if (!endpoint) {
    const refusal = found.refuse?.(method, parameters);
    if (refusal) throw refusal;
    const allow = Object.keys(methods).join(", ");
    throw new GatewayError({
      status: 405,
      message: `${path.slice(0, 200)} takes ${allow}, not ${method}.`,
      code: "method_not_allowed",
      headers: { allow },
    });
  }
  if (runtime.exchanges.draining && !whileDraining) {
    throw new GatewayError({
      status: 503,
      message: "The gateway is shutting down. Send this request again.",
      headers: { "retry-after": "1", connection: "close" },
    });
  }
  return endpoint.handler(exchange, runtime, record, parameters);
}

function endpointOf(methods: Route["methods"], method: string): Endpoint | undefined {
  if (Object.hasOwn(methods, method)) return methods[method as keyof typeof methods];
  return method === "HEAD" ? methods.GET : undefined;
}

/** A caller's own id, when it has the form of one, so that its logs and ours can be joined. */
function readRequestId(headers: ExchangeRequest["headers"]): string | undefined {
  const id = headers["x-request-id"];
  return typeof id === "string" && /^[A-Za-z0-9._-]{1,64}$/.test(id) ? id : undefined;
}

function faultLine(requestId: string, thrown: unknown): string {
  return `${requestId} ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`;
}
