/** `/api/live`: links by which anyone watches a resumable response, from its beginning and while it is written. */
import { LIVE_END_EVENT, type LiveLink, type LiveState } from "#lib/contract/live-link.ts";
import { createEmptyResponse, createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { findPublicShareDenial } from "#lib/gateway/request/find-public-share-denial.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { validate } from "#lib/http/validate.ts";
import { createRandomName } from "#lib/media/create-random-name.ts";
import { hashSecret } from "#lib/store/hash-secret.ts";
import { LIVE_PREFIX } from "#lib/store/share-store.ts";
import type { ShareRecord } from "#lib/store/store.ts";
import { findLiveResponse, type LiveResponse } from "./find-live-response.ts";
import { LIVE_LINK_LIMITS } from "./live-link-limits.ts";
import type { LiveLinkServices } from "./live-link-services.ts";
import * as operations from "./openapi.ts";
import { createLiveLinkSchema } from "./schema.ts";

type Context = RequestContext<LiveLinkServices>;

/** Returns the id of a link. Only this hash of its secret is stored: who reads the store cannot open the link. */
function toLinkId(secret: string): string {
  return LIVE_PREFIX + hashSecret(secret).slice(0, 48);
}

async function createLink({ request, services, principal }: Context): Promise<EndpointResponse> {
  const { value } = await readJson(request, LIVE_LINK_LIMITS.bodyBytes);
  const { exchange_id: exchangeId, expires_in: seconds = LIVE_LINK_LIMITS.lifetimeSeconds.usual } = validate(
    createLiveLinkSchema,
    value,
  );
  const deniedBy = findPublicShareDenial(principal, services);
  if (deniedBy) throw deniedBy === "gateway" ? errors.liveLinksOff() : errors.liveLinksNeedScope();
  const { keyId } = principal;
  const response = await findLiveResponse({ keyId, id: exchangeId }, { services, client: request.client });
  if (!response) throw errors.liveExchangeNotFound({ id: exchangeId });
  const secret = createRandomName(32);
  const createdAt = Date.now();
  const link: ShareRecord = {
    id: toLinkId(secret),
    keyId,
    kind: "live",
    payload: exchangeId,
    isPublic: 1,
    createdAt,
    expiresAt: createdAt + seconds * 1_000,
  };
  await services.store.shares.create(link);
  return createJsonResponse({ ...describeLink(link), path: `/live/${secret}` }, {}, 201);
}

async function listLinks({ services, principal: { keyId } }: Context): Promise<EndpointResponse> {
  const links = await services.store.shares.listLive({ keyId, limit: LIVE_LINK_LIMITS.listed });
  return createJsonResponse({ object: "list", data: links.map(describeLink) });
}

async function revokeLink({ services, principal, params: { live_id: id = "" } }: Context): Promise<EndpointResponse> {
  const link = await services.store.shares.findLive(id);
  const isOwn = link?.keyId === principal.keyId || principal.scopes.includes("admin");
  if (!link || !isOwn) throw errors.liveLinkNotFound();
  await services.store.shares.remove(id);
  services.liveWatchers.revoke(id);
  services.bus.publish("live-link-revoked", { id });
  return createEmptyResponse();
}

async function readState(context: Context): Promise<EndpointResponse> {
  const { link, response } = await open(context);
  const { summary, droppedBytes } = response;
  const state: LiveState = { ...summary, expires_at: link.expiresAt, dropped_bytes: droppedBytes };
  return createJsonResponse(state, { "cache-control": "no-store" });
}

async function watch(context: Context): Promise<EndpointResponse> {
  const { link, response } = await open(context);
  const head = await response.readHead();
  const contentType = String(head.headers["content-type"] ?? "application/octet-stream");
  const watcher = context.services.liveWatchers.add(link, () => response.read());
  return {
    status: 200,
    headers: {
      "content-type": contentType,
      // Proxies must not store or buffer it.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-exchange-status": String(head.status),
    },
    body: watcher,
    endedBy: watcher.endedBy,
    flushHead: true,
    ...(contentType.startsWith("text/event-stream") && { events: { ping: ": ping\n\n", writeError: writeEnd } }),
  };
}

/** Writes the event that tells a watcher why the stream ends early. */
function writeEnd({ code, message }: GatewayError): string {
  return `event: ${LIVE_END_EVENT}\ndata: ${JSON.stringify({ code, message })}\n\n`;
}

/** @throws GatewayError 404 for a link that does not open anything (any more), 410 when its response is gone */
async function open({
  request: { client },
  services,
  params: { live_id: secret = "" },
}: Context): Promise<{ link: ShareRecord; response: LiveResponse }> {
  const link = await services.store.shares.findLive(toLinkId(secret));
  // The current configuration and state of the key decide, also for links that were made before.
  if (!link || services.settings.shares.public === false) throw errors.liveLinkNotFound();
  if (!(await services.keyRing.findById(link.keyId))) throw errors.liveLinkNotFound();
  const response = await findLiveResponse({ keyId: link.keyId, id: link.payload }, { services, client });
  if (!response) throw errors.liveResponseGone();
  return { link, response };
}

function describeLink({ id, payload, createdAt, expiresAt }: ShareRecord): LiveLink {
  return { id, exchange_id: payload, created_at: createdAt, expires_at: expiresAt };
}

const ALL = "/api/live";
const ONE = `${ALL}/{live_id}`;

export const liveLinkEndpoints: readonly Endpoint<LiveLinkServices>[] = [
  defineEndpoint({
    ...{ method: "POST", path: ALL, scope: "inference" },
    operation: operations.createLiveLink,
    handle: createLink,
  }),
  defineEndpoint({
    ...{ method: "GET", path: ALL, scope: "inference" },
    operation: operations.listLiveLinks,
    handle: listLinks,
  }),
  defineEndpoint({
    ...{ method: "GET", path: ONE, scope: "none", logged: false },
    operation: operations.readLiveState,
    handle: readState,
  }),
  defineEndpoint({
    ...{ method: "DELETE", path: ONE, scope: "inference" },
    operation: operations.revokeLiveLink,
    handle: revokeLink,
  }),
  defineEndpoint({
    ...{ method: "GET", path: `${ONE}/events`, scope: "none", logged: false },
    operation: operations.watchLive,
    handle: watch,
  }),
];
