/** `/api/requests`: the request log. A key sees its own requests; a key with the scope "admin" sees all. */
import type { RequestList, RequestWithRecord } from "#lib/contract/logged-request.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { Principal } from "#lib/gateway/request/key-ring.ts";
import { errors } from "#lib/http/errors.ts";
import { unpackRecord } from "#lib/records/record-packer.ts";
import { describeRequests, type RequestLogServices } from "./describe-requests.ts";
import * as operations from "./openapi.ts";
import { type RequestsQuery, requestsQuery, toLogQuery, writeCursor } from "./schema.ts";

async function listRequests({
  services,
  principal,
  log,
  query: requestedKeyId,
}: RequestContext<RequestLogServices, RequestsQuery>): Promise<EndpointResponse> {
  const query = toLogQuery(requestedKeyId);
  const { rows, next } = await services.store.requestLog.list({
    ...query,
    keyId: getVisibleKeyId(principal, query.keyId),
  });
  const list: RequestList = {
    object: "list",
    data: await describeRequests(rows, { services, principal }),
    has_more: next !== undefined,
    next_cursor: next ? writeCursor(next) : null,
  };
  // Reads of the log itself would fill it.
  log.logged = false;
  return createJsonResponse(list);
}

async function readRequest({
  services,
  principal,
  log,
  params: { request_id: id = "" },
}: RequestContext<RequestLogServices>): Promise<EndpointResponse> {
  const keyId = getVisibleKeyId(principal, undefined);
  // A request that has just ended may still be with the worker.
  await services.recordings.settle();
  const { requestLog, requestRecords } = services.store;
  const [row, stored] = await Promise.all([requestLog.find({ id, keyId }), requestRecords.find({ id, keyId })]);
  const [request] = row ? await describeRequests([row], { services, principal }) : [];
  if (!request) throw errors.requestNotFound({ id });
  log.logged = false;
  const reply: RequestWithRecord = { ...request, record: stored ? await unpackRecord(stored.payload) : null };
  return createJsonResponse(reply);
}

const shared = { scope: "inference", dialect: dialects["openai-chat"] } as const;

export const requestLogEndpoints: readonly Endpoint<RequestLogServices>[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/requests",
    ...shared,
    query: requestsQuery,
    operation: operations.listRequests,
    handle: listRequests,
  }),
  defineEndpoint({
    method: "GET",
    path: "/api/requests/{request_id}",
    ...shared,
    operation: operations.readRequest,
    handle: readRequest,
  }),
];

/**
 * @returns the id of the key to show requests of; undefined for all keys
 * @throws GatewayError 403 for another key's requests
 */
function getVisibleKeyId({ keyId, scopes }: Principal, requestedKeyId: string | undefined): string | undefined {
  if (scopes.includes("admin")) return requestedKeyId;
  if (requestedKeyId === undefined || requestedKeyId === keyId) return keyId;
  throw errors.otherKeysNeedAdmin({ data: "requests" });
}
