/** Stored responses: read, follow, delete, cancel, and list the items of their input (wire-formats §2.7). */
import type { ResponsesItem } from "#lib/contract/openai-responses/wire.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { isOwnId as isInteraction } from "#lib/dialects/google-interactions/index.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { errors } from "#lib/http/errors.ts";
import type { StoredResponse } from "#lib/store/stored-response.ts";
import type { BackgroundResponse } from "./background-response.ts";
import type { ResponseServices } from "./background-responses.ts";
import { cancelAtUpstream, cancelStored } from "./cancel-stored.ts";
import { followRemote } from "./follow-remote.ts";
import { followResponse } from "./respond-in-background.ts";
import { parseResponse, type ResponseObject, toClientForm } from "./response-object.ts";
import type { InputItemsQuery, ResponseQuery } from "./schema.ts";

type Context<Query = unknown> = RequestContext<ResponseServices, Query>;

const dialect = dialects["openai-responses"];

export async function readResponse(context: Context<ResponseQuery>): Promise<EndpointResponse> {
  const { log, query } = context;
  const { id, background } = open(context);
  const { stream, starting_after: startingAfter } = query;
  if (stream !== "true") {
    if (startingAfter !== undefined) throw errors.startingAfterWithoutStream();
    return createJsonResponse(toClientForm(background?.current() ?? (await readStored(context)), context));
  }
  if (background) {
    log.stream = true;
    return followResponse(background, { from: startingAfter === undefined ? 0 : startingAfter + 1, log, dialect });
  }
  await find(context);
  const remote = await followRemote(context, {
    id,
    from: startingAfter === undefined ? 0 : startingAfter + 1,
    dialect,
  });
  if (!remote) throw errors.responseEventsNotStored({ id });
  log.stream = true;
  return remote;
}

export async function deleteResponse(context: Context): Promise<EndpointResponse> {
  const { services, principal } = context;
  const { id, background } = open(context);
  if (background) {
    background.cancel();
    services.backgroundResponses.remove(background);
  }
  const stored = background ? undefined : await find(context);
  if (!(await services.store.responses.remove({ id, keyId: principal.keyId }))) throw errors.responseNotFound({ id });
  if (!background) services.bus.publish("background-ended", {});
  if (stored) cancelAtUpstream(services, stored);
  return createJsonResponse({ id, object: "response", deleted: true });
}

export async function cancelResponse(context: Context): Promise<EndpointResponse> {
  const { id, background } = open(context);
  const response = await cancelStored(context, { background, find: () => find(context) });
  if (response.background !== true) {
    throw errors.responseNotInBackground({ id });
  }
  return createJsonResponse(toClientForm(response, context));
}

export async function listInputItems(context: Context<InputItemsQuery>): Promise<EndpointResponse> {
  const { limit, order, after } = context.query;
  const items = JSON.parse((await find(context)).input) as ResponsesItem[];
  const ids = items.map((item) => String((item as { id?: unknown }).id));
  const sorted = order === "asc" ? items : items.toReversed();
  const sortedIds = order === "asc" ? ids : ids.toReversed();
  const start = after === undefined ? 0 : sortedIds.indexOf(after) + 1;
  if (after !== undefined && start === 0) {
    throw errors.inputItemCursorNotFound();
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
  // Another API's route reads interactions.
  if (isInteraction(id)) throw errors.responseNotFound({ id });
  return { id, background: services.backgroundResponses.find({ id, keyId: principal.keyId }) };
}

/** @throws GatewayError 404 */
async function find({ params: { response_id: id = "" }, services, principal }: Context): Promise<StoredResponse> {
  const stored = isInteraction(id) ? undefined : await services.store.responses.find({ id, keyId: principal.keyId });
  if (!stored) throw errors.responseNotFound({ id });
  return stored;
}

/** @throws GatewayError 404 */
async function readStored(context: Context): Promise<ResponseObject> {
  return parseResponse(await find(context));
}
