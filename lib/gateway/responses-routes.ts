/** The routes around stored responses (wire-formats §2.7). Each shows a key only what it stored itself. */
import type { ResponsesItem } from "#lib/dialects/openai-responses/wire.ts";
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { validate } from "#lib/http/validate.ts";
import type { StoredResponse } from "#lib/store/store.ts";
import { authenticate } from "./authenticate.ts";
import type { BackgroundResponse } from "./background-response.ts";
import { LOST_AFTER_MS } from "./background-responses.ts";
import { dialects } from "./dialects.ts";
import * as operations from "./operations/responses.ts";
import type { RequestRecord } from "./request-record.ts";
import { followResponse } from "./responses-background.ts";
import { parseResponse } from "./responses-input.ts";
import { isRunning, type ResponseObject, toFailed, toRead } from "./responses-object.ts";
import { inputItemsQuery, responseQuery } from "./responses-queries.ts";
import type { Handler, RouteEntry } from "./route.ts";
import type { Runtime } from "./runtime.ts";

const dialect = dialects["openai-responses"];

export const storedResponseRoutes: readonly RouteEntry[] = [
  {
    path: "/v1/responses/{response_id}",
    match: (path) => /^\/v1\/responses\/(?!compact$)(?<response_id>[^/]+)$/.exec(path)?.groups,
    dialect,
    methods: {
      GET: { handler: owned(read), operation: operations.readResponse },
      DELETE: { handler: owned(remove), operation: operations.deleteResponse },
    },
  },
  {
    path: "/v1/responses/{response_id}/cancel",
    dialect,
    methods: { POST: { handler: owned(cancel), operation: operations.cancelResponse } },
  },
  {
    path: "/v1/responses/{response_id}/input_items",
    dialect,
    methods: { GET: { handler: owned(listInputItems), operation: operations.listInputItems } },
  },
];

type Request = {
  id: string;
  keyId: string;
  exchange: ExchangeRequest;
  runtime: Runtime;
  record: RequestRecord;
  /** While this process has it in memory. */
  background: BackgroundResponse | undefined;
};

function owned(handler: (request: Request) => ExchangeResponse | Promise<ExchangeResponse>): Handler {
  return async (exchange, runtime, record, { response_id: id = "" }) => {
    const { keyId } = await authenticate(exchange, runtime, "inference");
    record.dialect = dialect.id;
    record.keyId = keyId;
    const background = runtime.backgroundResponses.find({ id, keyId });
    return handler({ id, keyId, exchange, runtime, record, background });
  };
}

async function read(request: Request): Promise<ExchangeResponse> {
  const { id, background, exchange, runtime, record } = request;
  const { stream, starting_after: startingAfter } = validate(responseQuery, queryOf(exchange));
  if (stream !== "true") {
    if (startingAfter !== undefined) throw invalid("starting_after", "expected stream=true beside it");
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
    `the events of response "${id}" are not kept. Those of a background response are, by the instance that makes it, while it runs and for some minutes after; read this one without stream`,
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

async function listInputItems(request: Request): Promise<ExchangeResponse> {
  const { limit, order, after } = validate(inputItemsQuery, queryOf(request.exchange));
  const items = JSON.parse((await find(request)).input) as ResponsesItem[];
  const ids = items.map((item) => String((item as { id?: unknown }).id));
  const sorted = order === "asc" ? items : items.toReversed();
  const sortedIds = order === "asc" ? ids : ids.toReversed();
  const start = after === undefined ? 0 : sortedIds.indexOf(after) + 1;
  if (after !== undefined && start === 0)
    throw invalid("after", "expected the id of one of the response's input items");
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

function queryOf({ query }: ExchangeRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

function invalid(param: string, reason: string): GatewayError {
  return new GatewayError({
    status: 400,
    message: `Invalid value for ${param}: ${reason}.`,
    param,
    code: "invalid_value",
  });
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
