/** `/api/exchanges/{id}`: resumable responses, for the key that requested them. */
import { createEmptyResponse, createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { Head, ResumableResponse } from "#lib/gateway/bodies/resumable/resumable-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { errors } from "#lib/http/errors.ts";
import * as operations from "./openapi.ts";
import { describeRecorded, findRecorded, readRecordedEvents, readRecordedUpstream } from "./recorded-exchange.ts";
import { describeRemote, readRemoteEvents, stopRemote } from "./remote-resumables.ts";
import { replay, requireStored } from "./replay.ts";
import type { ResumableServices } from "./resumable-services.ts";
import { type DescriptionQuery, descriptionQuery, type EventsQuery, eventsQuery } from "./schema.ts";

type Context<Query = unknown> = RequestContext<ResumableServices, Query>;

/** Returns undefined for another key's response, and one of another instance. */
function find({ services, principal, params: { exchange_id: id = "" } }: Context): ResumableResponse | undefined {
  return services.resumables.find({ id, keyId: principal.keyId });
}

async function describe(context: Context<DescriptionQuery>): Promise<EndpointResponse> {
  const writes = context.query.writes === "true";
  const resumable = find(context);
  if (resumable) return createJsonResponse(resumable.describe({ writes }));
  const record = await findRecorded(context);
  return createJsonResponse(record ? describeRecorded(record, { writes }) : await describeRemote(context, { writes }));
}

async function stop(context: Context): Promise<EndpointResponse> {
  const resumable = find(context);
  if (resumable) resumable.stop();
  else await stopRemote(context);
  return createEmptyResponse();
}

async function readEvents(context: Context<EventsQuery>): Promise<EndpointResponse> {
  const resumable = find(context);
  if (!resumable) {
    const record = await findRecorded(context);
    return record ? readRecordedEvents(record, context.query) : readRemoteEvents(context, "body");
  }
  requireStored(context.query, resumable.body);
  const head = await headFor(context, resumable);
  return replay(head, resumable.read(resumable.body, { from: context.query.after }));
}

async function readUpstreamEvents(context: Context<EventsQuery>): Promise<EndpointResponse> {
  const resumable = find(context);
  if (!resumable) {
    const record = await findRecorded(context);
    return record ? readRecordedUpstream(record, context.query) : readRemoteEvents(context, "upstream");
  }
  const head = await headFor(context, resumable);
  const { upstreamEvents } = resumable;
  if (!upstreamEvents) return createEmptyResponse();
  const { tape, contentType } = upstreamEvents;
  requireStored(context.query, tape);
  const { after } = context.query;
  return replay(
    { ...head, headers: { ...head.headers, "content-type": contentType } },
    resumable.read(tape, { from: after }),
  );
}

/** Waits for the beginning of the response, which counts as reading it. */
async function headFor({ request: { client } }: Context, resumable: ResumableResponse): Promise<Head> {
  const detach = resumable.attach();
  try {
    return await Promise.race([
      resumable.head,
      new Promise<never>((_, reject) => client.onDisconnect(() => reject(errors.clientClosedRequest()))),
    ]);
  } finally {
    detach();
  }
}

const ONE = "/api/exchanges/{exchange_id}";

export const resumableEndpoints: readonly Endpoint<ResumableServices>[] = [
  defineEndpoint({
    method: "GET",
    path: ONE,
    scope: "inference",
    query: descriptionQuery,
    operation: operations.readExchange,
    handle: describe,
  }),
  defineEndpoint({ method: "DELETE", path: ONE, scope: "inference", operation: operations.stopExchange, handle: stop }),
  defineEndpoint({
    method: "GET",
    path: `${ONE}/events`,
    scope: "inference",
    query: eventsQuery,
    operation: operations.readExchangeEvents,
    handle: readEvents,
  }),
  defineEndpoint({
    method: "GET",
    path: `${ONE}/upstream-events`,
    scope: "inference",
    query: eventsQuery,
    operation: operations.readUpstreamEvents,
    handle: readUpstreamEvents,
  }),
];
