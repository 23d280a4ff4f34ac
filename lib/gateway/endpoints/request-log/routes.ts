/** `/api/requests`: the request log. A key sees its own requests; a key with the scope "admin" sees all. */
import type { RequestList, RequestWithRecord } from "#lib/contract/logged-request.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { findVisibleKeys } from "#lib/gateway/request/visible-keys.ts";
import { errors } from "#lib/http/errors.ts";
import { unpackRecord } from "#lib/records/record-packer.ts";
import { comparePrompt } from "./compare-prompt.ts";
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
    ...(await findVisibleKeys(principal, query.keyId, { store: services.store, data: "requests" })),
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
  const { requestLog, requestRecords } = services.store;
  const visible = await findVisibleKeys(principal, undefined, { store: services.store, data: "requests" });
  const row = await requestLog.find({ id, ...visible });
  const [request] = row ? await describeRequests([row], { services, principal }) : [];
  if (!row || !request) throw errors.requestNotFound({ id });
  // The bodies of a request that has just ended may still be with the worker.
  if (request.recorded) await services.recordings.settle();
  const stored = request.recorded ? await requestRecords.find({ id, keyId: row.keyId ?? undefined }) : undefined;
  log.logged = false;
  const reply: RequestWithRecord = {
    ...request,
    record: stored ? await unpackRecord(stored.payload) : null,
    prompt_cache: await comparePrompt(row, services),
  };
  return createJsonResponse(reply);
}

const shared = { scope: "view", dialect: dialects["openai-chat"] } as const;

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
