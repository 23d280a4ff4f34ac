/** Stored responses: read, follow, delete, cancel, and list the items of their input (wire-formats §2.7). */
import type { ResponsesItem } from "#lib/contract/openai-responses/wire.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { GatewayError, invalidValue } from "#lib/http/gateway-error.ts";
import type { StoredResponse } from "#lib/store/store.ts";
import type { BackgroundResponse } from "./background-response.ts";
import type { ResponseServices } from "./background-responses.ts";
import { followResponse } from "./respond-in-background.ts";
import { isRunning, type ResponseObject, toClientForm } from "./response-object.ts";
import type { InputItemsQuery, ResponseQuery } from "./schema.ts";

type Context<Query = unknown> = RequestContext<ResponseServices, Query>;

const dialect = dialects["openai-responses"];

export async function readResponse(context: Context<ResponseQuery>): Promise<EndpointResponse> {
  const { request, log, query } = context;
  const { id, background } = open(context);
  const { stream, starting_after: startingAfter } = query;
  if (stream !== "true") {
    if (startingAfter !== undefined) throw invalidValue("starting_after", "expected stream=true beside it");
    return createJsonResponse(toClientForm(background?.current() ?? (await readStored(context)), request.headers));
  }
  if (background) {
    log.stream = true;
    return followResponse(background, { from: startingAfter === undefined ? 0 : startingAfter + 1, log, dialect });
  }
  await find(context);
  throw invalidValue(
    "stream",
    `the events of response "${id}" are not stored. Those of a background response are, by the instance that makes it, while it is in progress and for some minutes after; read this one without stream`,
  );
}

export async function deleteResponse(context: Context): Promise<EndpointResponse> {
  const { services, principal } = context;
  const { id, background } = open(context);
  if (background) {
    background.cancel();
    services.backgroundResponses.remove(background);
  }
  if (!(await services.store.responses.remove({ id, keyId: principal.keyId }))) throw notFoundError(id);
  return createJsonResponse({ id, object: "response", deleted: true });
}

export async function cancelResponse(context: Context): Promise<EndpointResponse> {
  const { id, background } = open(context);
  background?.cancel();
  await background?.stored;
  const response = background?.current() ?? (await readStored(context));
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
      message: `The response "${id}" is in progress on another instance of the gateway and cannot be cancelled from this one.`,
      param: "response_id",
    });
  }
  return createJsonResponse(toClientForm(response, context.request.headers));
}

export async function listInputItems(context: Context<InputItemsQuery>): Promise<EndpointResponse> {
  const { limit, order, after } = context.query;
  const items = JSON.parse((await find(context)).input) as ResponsesItem[];
  const ids = items.map((item) => String((item as { id?: unknown }).id));
  const sorted = order === "asc" ? items : items.toReversed();
  const sortedIds = order === "asc" ? ids : ids.toReversed();
  const start = after === undefined ? 0 : sortedIds.indexOf(after) + 1;
  if (after !== undefined && start === 0) {
    throw invalidValue("after", "expected the id of one of the response's input items");
  }
  const data = sorted.slice(start, start + limit);
  return createJsonResponse({
    object: "list",
    data,
    first_id: sortedIds[start] ?? null,
    last_id: data.length > 0 ? sortedIds[start + data.length - 1] : null,
    has_more: start + data.length < sorted.length,
  });
}

type Opened = {
  id: string;
  /** Present while this process has it in memory. */
  background: BackgroundResponse | undefined;
};

function open({ params: { response_id: id = "" }, services, principal }: Context): Opened {
  return { id, background: services.backgroundResponses.find({ id, keyId: principal.keyId }) };
}

/** @throws GatewayError 404 */
async function find({ params: { response_id: id = "" }, services, principal }: Context): Promise<StoredResponse> {
  const stored = await services.store.responses.find({ id, keyId: principal.keyId });
  if (!stored) throw notFoundError(id);
  return stored;
}

/** @throws GatewayError 404 */
async function readStored(context: Context): Promise<ResponseObject> {
  return context.services.backgroundResponses.read(await find(context));
}

function notFoundError(id: string): GatewayError {
  return new GatewayError({
    status: 404,
    message: `No response "${id.slice(0, 100)}" is stored here: it was made with store: false or by an upstream that answered itself, has expired, was deleted, or belongs to another key.`,
    param: "response_id",
    code: "response_not_found",
  });
}
