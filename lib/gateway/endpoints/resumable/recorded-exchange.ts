/** Reads a recorded request as a resumable response that has ended, so that the inspector shows both in one way. */
import type { RecordedBody, RequestRecord } from "#lib/contract/request-record.ts";
import type { ResponseTrace, TraceBody } from "#lib/contract/response-trace.ts";
import { createEmptyResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { errors } from "#lib/http/errors.ts";
import { unpackRecord } from "#lib/records/record-packer.ts";
import { replay, requireStored } from "./replay.ts";
import type { ResumableServices } from "./resumable-services.ts";

type Context = RequestContext<ResumableServices>;

/** Returns the record of a key's own request, or for admins of any; undefined without one. */
export async function findRecorded({ services, principal, params }: Context): Promise<RequestRecord | undefined> {
  const { exchange_id: id = "" } = params;
  const keyId = principal.scopes.includes("admin") ? undefined : principal.keyId;
  await services.recordings.settle();
  const row = await services.store.requestRecords.find({ id, keyId });
  return row && unpackRecord(row.payload);
}

export function describeRecorded(record: RequestRecord, { writes }: { writes: boolean }): ResponseTrace {
  const { id, time, dialect, model, request, response } = record;
  const attempt = record.attempts.at(-1);
  const headers = response?.headers ?? {};
  const { status = 0, complete = false } = response ?? {};
  const upstreamBody = readUpstreamBody(record);
  return {
    id,
    state: complete && status < 400 ? "complete" : "failed",
    dialect,
    lane: headers["x-gateway-lane"] ?? null,
    upstream: headers["x-gateway-upstream"] ?? attempt?.upstream ?? null,
    model,
    dropped: headers["x-gateway-dropped"]?.split(", ") ?? [],
    started_at: time,
    client: { method: request.method, path: request.url, headers: request.headers, ...describeBody(request.body) },
    ...(attempt && {
      sent: { ...attempt.request, dialect: attempt.dialect, ...describeBody(attempt.request.body) },
    }),
    ...(attempt?.response && { answered: { status: attempt.response.status, headers: attempt.response.headers } }),
    ...(response && { returned: { status, headers } }),
    bytes: Buffer.byteLength(joinBody(response?.body)),
    ...(writes && { writes: listWrites(response?.body) }),
    ...(writes && upstreamBody && { upstream_writes: listWrites(upstreamBody) }),
  };
}

/** @throws GatewayError 404 for a request without a response, 400 for bytes after its end */
export function readRecordedEvents(record: RequestRecord, query: { after: number }): EndpointResponse {
  const { response, id } = record;
  if (!response) throw errors.resumableNotFound({ id });
  return send(response.status, response.headers, { body: response.body, query });
}

/** Returns an empty response when the upstream's events are those of the response. */
export function readRecordedUpstream(record: RequestRecord, query: { after: number }): EndpointResponse {
  const body = readUpstreamBody(record);
  const { status, headers } = record.attempts.at(-1)?.response ?? {};
  if (!body || status === undefined) return createEmptyResponse();
  return send(status, headers ?? {}, { body, query });
}

function send(
  status: number,
  headers: Record<string, string>,
  { body, query }: { body: RecordedBody | undefined; query: { after: number } },
): EndpointResponse {
  const bytes = Buffer.from(joinBody(body));
  requireStored(query, { start: 0, end: bytes.length });
  const { flushHead: _, ...response } = replay({ status, headers }, bytes.subarray(query.after));
  return response;
}

function readUpstreamBody({ attempts, response }: RequestRecord): RecordedBody | undefined {
  return response?.headers["x-gateway-lane"] === "translate" ? attempts.at(-1)?.response?.body : undefined;
}

function describeBody(body: RecordedBody | undefined): TraceBody {
  const text = joinBody(body);
  return { body: text, body_bytes: body?.bytes ?? 0 };
}

function joinBody(body: RecordedBody | undefined): string {
  return body?.chunks.map(([, text]) => text).join("") ?? "";
}

function listWrites(body: RecordedBody | undefined): [end: number, at: number][] {
  let end = 0;
  return (body?.chunks ?? []).map(([at, text]) => {
    end += Buffer.byteLength(text);
    return [end, at];
  });
}
