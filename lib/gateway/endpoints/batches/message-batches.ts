/** `/v1/messages/batches`: Anthropic's batches, whose requests are in the body. */
import { messageBatchQuery, messageBatchRequest } from "#lib/contract/batches/wire.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { relayBytes } from "#lib/gateway/lanes/relay-bytes.ts";
import { getOwner, type RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { findPublicOrigin } from "#lib/gateway/request/find-public-origin.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import { writeLaneHeaders } from "#lib/gateway/request/write-lane-headers.ts";
import { errors } from "#lib/http/errors.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import { validate } from "#lib/http/validate.ts";
import type { BatchRecord } from "#lib/store/batch-record.ts";
import { anthropicBatches } from "./batch-apis.ts";
import type { BatchObject } from "./batch-service.ts";
import { callUpstream } from "./batch-upstream.ts";
import { listBatches } from "./list-batches.ts";
import { type BatchServices, startBatch } from "./start-batch.ts";

type Context = RequestContext<BatchServices>;

/** @throws GatewayError 400 for requests of several models */
export async function createMessageBatch(context: Context): Promise<EndpointResponse> {
  const { request, services, log } = context;
  const { value, size } = await readJson(request, services.settings.limits.bodyBytes);
  log.requestBytes = size;
  const wire = validate(messageBatchRequest, value);
  const name = wire.requests[0]?.params.model ?? "";
  const index = wire.requests.findIndex(({ params }) => params.model !== name);
  const other = wire.requests[index]?.params.model;
  if (other !== undefined) {
    throw errors.batchModelsDiffer({ param: `requests[${index}].params.model`, first: name, other });
  }
  const { batch, object } = await startBatch(context, {
    ...{ api: anthropicBatches, name, inputFile: null },
    start(upstream, model) {
      const requests = wire.requests.map((one) => ({ ...one, params: { ...one.params, model } }));
      const body = { headers: {}, content: JSON.stringify({ ...wire, requests }) };
      const headers = selectHeaders(request);
      return callUpstream(upstream, anthropicBatches, { method: "POST", path: anthropicBatches.path, body, headers });
    },
  });
  return createJsonResponse(toClientBatch(batch, object, request), writeLaneHeaders(log));
}

function selectHeaders({ headers }: HttpRequest): Record<string, string> {
  const beta = headers["anthropic-beta"];
  return typeof beta === "string" ? { "anthropic-beta": beta } : {};
}

const findBatch = ({ services, params, principal }: Context): Promise<BatchRecord> =>
  services.batches.find(params.batch_id ?? "", anthropicBatches, getOwner(principal));

export async function readMessageBatch(context: Context): Promise<EndpointResponse> {
  const batch = await findBatch(context);
  return createJsonResponse(toClientBatch(batch, await context.services.batches.refresh(batch), context.request));
}

export async function cancelMessageBatch(context: Context): Promise<EndpointResponse> {
  const { services, request } = context;
  const batch = await findBatch(context);
  const upstream = services.batches.requireUpstream(batch);
  const object = await callUpstream(upstream, anthropicBatches, { method: "POST", path: `${pathOf(batch)}/cancel` });
  return createJsonResponse(toClientBatch(batch, await services.batches.note(batch, object), request));
}

/** A batch is counted before it is gone. */
export async function deleteMessageBatch(context: Context): Promise<EndpointResponse> {
  const { services } = context;
  const batch = await findBatch(context);
  if (batch.endedAt === null) await services.batches.refresh(batch);
  const upstream = services.batches.requireUpstream(batch);
  await callUpstream(upstream, anthropicBatches, { method: "DELETE", path: pathOf(batch) });
  await services.store.batches.remove(batch.id);
  return createJsonResponse({ id: batch.id, type: "message_batch_deleted" });
}

/** @throws GatewayError 400 for a batch that has not ended */
export async function readMessageBatchResults(context: Context): Promise<EndpointResponse> {
  const { services, log } = context;
  const batch = await findBatch(context);
  const upstream = services.batches.requireUpstream(batch);
  const object = await services.batches.refresh(batch);
  const path = anthropicBatches.findResults(object);
  if (path === undefined) throw errors.batchNotEnded({ id: batch.id });
  log.upstream = upstream.id;
  log.lane = "relay";
  return relayBytes({ ...context, timeLimit: undefined }, upstream, {
    dialect: anthropicBatches.dialect,
    headersOf: anthropicBatches.headersOf(upstream) ?? "",
    request: { method: "GET", path },
    readError: anthropicBatches.readError,
  });
}

export async function listMessageBatches(context: Context): Promise<EndpointResponse> {
  const { limit, after_id: after } = validate(messageBatchQuery, context.query);
  const { page, hasMore } = await listBatches(context, anthropicBatches, { limit, after, param: "after_id" });
  const data = page.map(({ batch, object }) => toClientBatch(batch, object, context.request));
  return createJsonResponse({
    data,
    has_more: hasMore,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  });
}

const pathOf = ({ upstreamId }: BatchRecord): string => `${anthropicBatches.path}/${encodeURIComponent(upstreamId)}`;

function toClientBatch(
  { id }: BatchRecord,
  object: BatchObject,
  request: Pick<HttpRequest, "headers">,
): BatchObject & { id: string } {
  const hasResults = typeof object.results_url === "string";
  const url = hasResults ? `${findPublicOrigin(request)}/v1/messages/batches/${id}/results` : null;
  return { ...object, id, results_url: url };
}
