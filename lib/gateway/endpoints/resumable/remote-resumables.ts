/** Resumable responses that another instance runs or ran. */
import type { ResponseTrace } from "#lib/contract/response-trace.ts";
import { createEmptyResponse } from "#lib/gateway/bodies/json-response.ts";
import type { Head } from "#lib/gateway/bodies/resumable/resumable-response.ts";
import type { RemoteStream, StreamSharing } from "#lib/gateway/bodies/resumable/shared/stream-sharing.ts";
import { SHARED_STREAM_LIMITS as LIMITS } from "#lib/gateway/limits.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { errors } from "#lib/http/errors.ts";
import type { StreamPart } from "#lib/store/streams/shared-streams.ts";
import { replay, requireStored } from "./replay.ts";
import type { ResumableServices } from "./resumable-services.ts";
import type { EventsQuery } from "./schema.ts";

type Context<Query = unknown> = RequestContext<ResumableServices, Query>;

/** @throws GatewayError 404, 503 when Redis cannot be reached */
async function requireRemote(context: Context): Promise<{ sharing: StreamSharing; stream: RemoteStream }> {
  const { sharing, settings } = context.services;
  const of = ownedBy(context);
  const stream = await sharing?.find("resumable", of);
  if (sharing && stream) return { sharing, stream };
  const isShared = sharing !== undefined || settings.databaseUrl === undefined;
  throw isShared ? errors.resumableNotFound(of) : errors.resumableElsewhere(of);
}

export async function describeRemote(context: Context, { writes }: { writes: boolean }): Promise<ResponseTrace> {
  const { sharing, stream } = await requireRemote(context);
  const { trace = "{}", ends } = stream.about;
  const { writes: ownWrites, upstream_writes: upstreamWrites, ...rest } = JSON.parse(trace) as ResponseTrace;
  if (ends !== undefined) {
    return writes
      ? { ...rest, ...(ownWrites && { writes: ownWrites }), ...(upstreamWrites && { upstream_writes: upstreamWrites }) }
      : rest;
  }
  const { end: bytes = 0 } = (await sharing.streams.readRange(stream, "body")) ?? {};
  const state = (await sharing.isLost(stream)) ? "failed" : rest.state;
  return { ...rest, state, bytes, ...(writes && { writes: await listWrites(sharing, stream) }) };
}

/** Lists the times at which a response in progress was copied. */
async function listWrites(sharing: StreamSharing, stream: RemoteStream): Promise<[end: number, at: number][]> {
  const times: [number, number][] = [];
  for (let after = 0; ; ) {
    const entries = await sharing.streams.read(stream, "body", { after, most: LIMITS.entriesPerRead });
    if (!entries?.length) return times;
    for (const { end, at } of entries) times.push([end, at]);
    after = entries.at(-1)?.end ?? after;
  }
}

/** @throws GatewayError 503 when the instance that runs it does not reply */
export async function stopRemote(context: Context): Promise<void> {
  const { bus } = context.services;
  const asked = bus.ask("stop-resumable", ownedBy(context), LIMITS.askMs);
  // Without a shared Redis, the reply is the only sign that there is such a response.
  if (context.services.sharing === undefined && (await asked)) return;
  const { sharing, stream } = await requireRemote(context);
  if (stream.about.ends !== undefined || (await asked) || (await sharing.isLost(stream))) return;
  throw errors.instanceSilent();
}

export async function readRemoteEvents(context: Context<EventsQuery>, part: StreamPart): Promise<EndpointResponse> {
  const { query, services } = context;
  const { sharing, stream } = await requireBegun(context);
  const head = JSON.parse(stream.about.head ?? "") as Head;
  const { upstreamType } = stream.about;
  if (part === "upstream" && upstreamType === undefined) return createEmptyResponse();
  const range = await sharing.streams.readRange(stream, part);
  if (!range) throw errors.sharedStreamsUnreachable();
  requireStored(query, range);
  const headers = part === "upstream" ? { ...head.headers, "content-type": String(upstreamType) } : head.headers;
  const onReading = () => services.bus.publish("reading-resumable", ownedBy(context));
  return replay({ ...head, headers }, sharing.read(stream, { part, from: query.after, onReading }));
}

/** Waits for the beginning of the response. @throws GatewayError 410 when it was stopped before, 502 when it is lost */
async function requireBegun(context: Context): Promise<{ sharing: StreamSharing; stream: RemoteStream }> {
  const { client } = context.request;
  for (;;) {
    client.throwIfDisconnected();
    const found = await requireRemote(context);
    const { about } = found.stream;
    if (about.head !== undefined) return found;
    if (about.ends !== undefined) throw errors.resumableStopped();
    if (await found.sharing.isLost(found.stream)) throw errors.resumableLost();
    context.services.bus.publish("reading-resumable", ownedBy(context));
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        unwatch();
        resolve();
      };
      const timer = setTimeout(end, LIMITS.lookMs);
      const unwatch = found.sharing.streams.watch(found.stream.name, end);
      client.onDisconnect(end);
    });
  }
}

function ownedBy({ principal: { keyId }, params: { exchange_id: id = "" } }: Context): { keyId: string; id: string } {
  return { keyId, id };
}
