/** The routes around stored responses (wire-formats §2.7). Each shows a key only what it stored itself. */
import type { ResponsesItem } from "#lib/dialects/openai-responses/wire.ts";
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { StoredResponse } from "#lib/store/store.ts";
import { authenticate } from "./authenticate.ts";
import type { BackgroundResponse } from "./background-response.ts";
import { LOST_AFTER_MS } from "./background-responses.ts";
import { dialects } from "./dialects.ts";
import type { RequestRecord } from "./request-record.ts";
import { followResponse } from "./responses-background.ts";
import { parseResponse } from "./responses-input.ts";
import { isRunning, type ResponseObject, toFailed, toRead } from "./responses-object.ts";
import type { Handler, Route } from "./route.ts";
import type { Runtime } from "./runtime.ts";

const PATH = /^\/v1\/responses\/(?!compact$)([^/]+)(?:\/(cancel|input_items))?$/;
const dialect = dialects["openai-responses"];

/** Undefined for a path that is none of them. */
export function findResponsesRoute(path: string): Route | undefined {
  const match = PATH.exec(path);
  if (!match) return undefined;
  const [, id = "", action] = match;
  return { dialect, methods: methodsOf(id, action) };
}

function methodsOf(id: string, action: string | undefined): Route["methods"] {
  if (action === "cancel") return { POST: owned(id, cancel) };
  if (action === "input_items") return { GET: owned(id, listInputItems) };
  return { GET: owned(id, read), DELETE: owned(id, remove) };
}

type Request = {
  id: string;
  keyId: string;
  exchange: ExchangeRequest;
  runtime: Runtime;
  record: RequestRecord;
  query: URLSearchParams;
  /** While this process has it in memory. */
  background: BackgroundResponse | undefined;
};

function owned(id: string, handler: (request: Request) => ExchangeResponse | Promise<ExchangeResponse>): Handler {
  return async (exchange, runtime, record) => {
    const { keyId } = await authenticate(exchange, runtime, "inference");
    record.dialect = dialect.id;
    record.keyId = keyId;
    const background = runtime.backgroundResponses.find({ id, keyId });
    return handler({ id, keyId, exchange, runtime, record, query: new URLSearchParams(exchange.query), background });
  };
}

async function read(request: Request): Promise<ExchangeResponse> {
  const { id, query, background, exchange, runtime, record } = request;
  const startingAfter = readCount(query, "starting_after", { least: 0, most: Number.MAX_SAFE_INTEGER });
  if (query.get("stream") !== "true") {
    if (startingAfter !== undefined) throw invalid("starting_after", "starting_after goes with stream=true.");
    return json(toRead(background?.current() ?? toCurrent(await find(request)), exchange.headers));
  }
  if (background) {
    record.stream = true;
    const from = startingAfter === undefined ? 0 : startingAfter + 1;
    return followResponse({ response: background, from, runtime, exchange, record, dialect });
  }
  await find(request);
  throw invalid(
    "stream",
    `The events of response "${id}" are not kept: only those of a background response are, by the instance that makes it, while it runs and for some minutes after. Read it without stream.`,
  );
}

async function remove({ id, keyId, runtime, background }: Request): Promise<ExchangeResponse> {
  background?.cancel();
  runtime.backgroundResponses.remove(id);
  if (!(await runtime.store.responses.remove({ id, keyId }))) throw notFound(id);
  return json({ id, object: "response", deleted: true });
}

async function cancel(request: Request): Promise<ExchangeResponse> {
  const { id, background, exchange } = request;
  background?.cancel();
  const response = background?.current() ?? toCurrent(await find(request));
  if (response.background !== true) {
    throw new GatewayError({
      status: 400,
      message: `The response "${id}" was not made in the background: only those can be cancelled.`,
      param: "response_id",
    });
  }
  if (isRunning(response)) {
    throw new GatewayError({
      status: 409,
      message: `The response "${id}" runs on another instance of the gateway and cannot be cancelled from this one.`,
      param: "response_id",
    });
  }
  return json(toRead(response, exchange.headers));
}

const ORDERS = ["asc", "desc"];

async function listInputItems(request: Request): Promise<ExchangeResponse> {
  const { query } = request;
  const limit = readCount(query, "limit", { least: 1, most: 100 }) ?? 20;
  const order = query.get("order") ?? "desc";
  if (!ORDERS.includes(order)) throw invalid("order", "order must be asc or desc.");
  const items = JSON.parse((await find(request)).input) as ResponsesItem[];
  const ids = items.map((item) => String((item as { id?: unknown }).id));
  const sorted = order === "asc" ? items : items.toReversed();
  const sortedIds = order === "asc" ? ids : ids.toReversed();
  const after = query.get("after");
  const start = after === null ? 0 : sortedIds.indexOf(after) + 1;
  if (after !== null && start === 0)
    throw invalid("after", "after must be the id of one of the response's input items.");
  const data = sorted.slice(start, start + limit);
  return json({
    object: "list",
    data,
    first_id: sortedIds[start] ?? null,
    last_id: data.length > 0 ? sortedIds[start + data.length - 1] : null,
    has_more: start + data.length < sorted.length,
  });
}

async function find({ id, keyId, runtime }: Request): Promise<StoredResponse> {
  const stored = await runtime.store.responses.find({ id, keyId });
  if (!stored) throw notFound(id);
  return stored;
}

/** A response that nobody has said to run for a while was lost with the process that made it. */
function toCurrent(stored: StoredResponse): ResponseObject {
  const response = parseResponse(stored);
  const isLost = isRunning(response) && Date.now() - (stored.aliveAt ?? 0) > LOST_AFTER_MS;
  return isLost
    ? toFailed(response, { message: "The gateway that made this answer ended before it was complete." })
    : response;
}

function readCount(
  query: URLSearchParams,
  name: string,
  { least, most }: { least: number; most: number },
): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw invalid(name, `${name} must be a whole number from ${least} to ${most}.`);
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError({ status: 400, message, param, code: "invalid_value" });
}

function notFound(id: string): GatewayError {
  return new GatewayError({
    status: 404,
    message: `No response "${id.slice(0, 100)}" is stored here: it was made with store: false or by an upstream that answered itself, has expired, was deleted, or belongs to another key.`,
    param: "response_id",
    code: "response_not_found",
  });
}

function json(body: unknown): ExchangeResponse {
  return { status: 200, headers: { "content-type": "application/json; charset=utf-8" }, body: JSON.stringify(body) };
}
