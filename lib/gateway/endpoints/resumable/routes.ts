/** `/api/exchanges/{id}`: resumable responses, for the key that requested them. */
import { createEmptyResponse, createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { Head, ResumableResponse } from "#lib/gateway/bodies/resumable/resumable-response.ts";
import type { Resumables } from "#lib/gateway/bodies/resumable/resumables.ts";
import type { Tape } from "#lib/gateway/bodies/resumable/tape.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { errors } from "#lib/http/errors.ts";
import * as operations from "./openapi.ts";
import { type DescriptionQuery, descriptionQuery, type EventsQuery, eventsQuery } from "./schema.ts";

export type ResumableServices = Services & { resumables: Resumables<ResumableResponse> };

type Context<Query = unknown> = RequestContext<ResumableServices, Query>;

/** @throws GatewayError 404, also for another key's response */
function find({ services, principal, params: { exchange_id: id = "" } }: Context): ResumableResponse {
  const found = services.resumables.find({ id, keyId: principal.keyId });
  if (found) return found;
  throw errors.resumableNotFound({ id });
}

function describe(context: Context<DescriptionQuery>): EndpointResponse {
  return createJsonResponse(find(context).describe({ writes: context.query.writes === "true" }));
}

function stop(context: Context): EndpointResponse {
  find(context).stop();
  return createEmptyResponse();
}

async function readEvents(context: Context<EventsQuery>): Promise<EndpointResponse> {
  const resumable = find(context);
  requireStored(context.query, resumable.body);
  return follow(context, resumable, { head: await headFor(context, resumable), tape: resumable.body });
}

async function readUpstreamEvents(context: Context<EventsQuery>): Promise<EndpointResponse> {
  const resumable = find(context);
  const head = await headFor(context, resumable);
  const { upstreamEvents } = resumable;
  if (!upstreamEvents) return createEmptyResponse();
  const { tape, contentType } = upstreamEvents;
  requireStored(context.query, tape);
  return follow(context, resumable, {
    head: { ...head, headers: { ...head.headers, "content-type": contentType } },
    tape,
  });
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

/** @throws GatewayError 410 for dropped bytes, 400 for future bytes */
function requireStored({ after }: EventsQuery, { start, end }: Tape): void {
  if (after < start) {
    throw errors.resumableBytesDropped({ start });
  }
  if (after <= end) return;
  throw errors.resumableBytesAhead({ end, got: after });
}

/** Headers of the response that are needed to read it. */
const REPLAYED = /^(?:content-type|x-accel-buffering|x-gateway-.*|x-upstream-request-id)$/;

function follow(
  { query: { after } }: Context<EventsQuery>,
  resumable: ResumableResponse,
  { head, tape }: { head: Head; tape: Tape },
): EndpointResponse {
  const replayed = Object.entries(head.headers).filter(([name]) => REPLAYED.test(name));
  return {
    status: 200,
    headers: {
      ...Object.fromEntries(replayed),
      // Proxies must not store or buffer it.
      "cache-control": "no-store, no-transform",
      "x-exchange-status": String(head.status),
    },
    body: resumable.read(tape, { from: after }),
    flushHead: true,
  };
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
