/** Stored interactions: read, follow, cancel and delete (wire-formats §14.1). */
import { listReplyParts } from "#lib/canonical/reply-parts.ts";
import type { InteractionsRequest } from "#lib/contract/google-interactions/wire.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { isOwnId } from "#lib/dialects/google-interactions/index.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { EVENT_STREAM_HEADERS } from "#lib/gateway/bodies/response-body.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { errors } from "#lib/http/errors.ts";
import type { StoredResponse } from "#lib/store/stored-response.ts";
import type { ResponseServices } from "../background-responses.ts";
import { cancelAtUpstream, cancelStored } from "../cancel-stored.ts";
import { followRemote } from "../follow-remote.ts";
import { followResponse } from "../respond-in-background.ts";
import { isRunning, parseResponse, type ResponseObject } from "../response-object.ts";
import { interactionForm } from "./interaction-form.ts";
import type { InteractionQuery } from "./schema.ts";

type Context<Query = unknown> = RequestContext<ResponseServices, Query>;

const dialect = dialects["google-interactions"];

export async function readInteraction(context: Context<InteractionQuery>): Promise<EndpointResponse> {
  const { log, query } = context;
  const id = readId(context);
  const { stream, last_event_id: lastEventId, include_input: includeInput } = query;
  const background = findBackground(context, id);
  if (stream !== "true") {
    if (lastEventId !== undefined) throw errors.lastEventIdWithoutStream();
    const row = background && includeInput !== "true" ? undefined : await find(context, id);
    const current = background?.current() ?? parseResponse(row as StoredResponse);
    const input = row && includeInput === "true" ? { input: JSON.parse(row.input) } : {};
    return createJsonResponse({ ...interactionForm.toClient(current, context), ...input });
  }
  log.stream = true;
  const from = lastEventId === undefined ? 0 : lastEventId + 1;
  if (background) return followResponse(background, { from, log, dialect });
  const stored = parseResponse(await find(context, id));
  const remote = await followRemote(context, { id, from, dialect });
  if (remote) return remote;
  if (lastEventId !== undefined || isRunning(stored)) throw errors.interactionEventsNotStored({ id });
  return replayStored(stored);
}

/** Writes the events of an interaction that has ended: its own are not stored for long. */
function replayStored(stored: ResponseObject): EndpointResponse {
  const { id, model, created, updated, previous_interaction_id } = stored as Record<string, string | undefined>;
  const seconds = (time: string | undefined) => Math.floor(Date.parse(time ?? "") / 1_000) || 0;
  const identity = {
    id: String(id),
    model: String(model),
    created: seconds(created),
    readTime: () => seconds(updated),
  };
  const writer = dialect.createStreamWriter(identity, { model, previous_interaction_id } as InteractionsRequest);
  const isFailed = stored.status === "failed" || stored.status === "cancelled";
  const reply = dialect.readReply(isFailed ? { ...stored, status: "completed" } : stored);
  let events = "";
  for (const part of listReplyParts(reply)) events += writer.write(part);
  const ending = isFailed ? interactionForm.writeLastEvents(stored, 0).join("") : writer.end();
  return {
    status: 200,
    headers: { ...EVENT_STREAM_HEADERS },
    body: Buffer.from(events + ending),
  };
}

export async function deleteInteraction(context: Context): Promise<EndpointResponse> {
  const { services, principal } = context;
  const id = readId(context);
  const background = findBackground(context, id);
  if (background) {
    background.cancel();
    services.backgroundResponses.remove(background);
  }
  const stored = background ? undefined : await find(context, id);
  if (!(await services.store.responses.remove({ id, keyId: principal.keyId })))
    throw errors.interactionNotFound({ id });
  if (!background) services.bus.publish("background-ended", {});
  if (stored) cancelAtUpstream(services, stored);
  return createJsonResponse({});
}

export async function cancelInteraction(context: Context): Promise<EndpointResponse> {
  const id = readId(context);
  const background = findBackground(context, id);
  const interaction = await cancelStored(context, { background, find: () => find(context, id) });
  if (interaction.background !== true) throw errors.interactionNotInBackground({ id });
  return createJsonResponse(interactionForm.toClient(interaction, context));
}

/** @throws GatewayError 404 for an id that is not of an interaction of this gateway */
function readId({ params: { interaction_id: id = "" } }: Context): string {
  if (!isOwnId(id)) throw errors.interactionNotFound({ id });
  return id;
}

function findBackground({ services, principal }: Context, id: string) {
  return services.backgroundResponses.find({ id, keyId: principal.keyId });
}

/** @throws GatewayError 404 */
async function find({ services, principal }: Context, id: string): Promise<StoredResponse> {
  const stored = await services.store.responses.find({ id, keyId: principal.keyId });
  if (!stored) throw errors.interactionNotFound({ id });
  return stored;
}
