/** Plays a recorded response in the API and the form in which it was recorded: its bytes are the recorded ones. */
import { setTimeout as delay } from "node:timers/promises";
import { EVENT_STREAM_HEADERS } from "#lib/gateway/bodies/response-body.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { writeLaneHeaders } from "#lib/gateway/request/write-lane-headers.ts";
import type { ResolvedModel } from "#lib/gateway/routing/resolve-model.ts";
import { errors } from "#lib/http/errors.ts";
import { playChunks } from "#lib/records/recorded-chunks.ts";
import type { CallContext } from "../call-context.ts";
import { findReplay, type Replay } from "./find-replay.ts";

/**
 * Returns undefined when the model is no recorded response, or one of another API or form, which is read into Parts.
 * @throws GatewayError 404 or 409 for a response that is not there or cannot be played
 */
export async function replayExactly(
  context: CallContext,
  resolved: ResolvedModel,
): Promise<EndpointResponse | undefined> {
  const { log, wire } = context;
  // A background response is written by the gateway, under an id of its own.
  if (log.dryRun || ("background" in wire && wire.background === true)) return undefined;
  const replay = await findReplay(context, resolved);
  if (!replay || !hasForm(replay, context)) return undefined;
  log.lane = "sandbox";
  return wire.stream === true && replay.status < 400 ? playStream(context, replay) : playWhole(context, replay);
}

function hasForm({ record, status, headers }: Replay, { dialect, wire }: CallContext): boolean {
  if (record.dialect !== dialect.id) return false;
  if (status >= 400) return true;
  const streams = wire.stream === true;
  return record.stream === streams && (!streams || isEvents(headers) === (dialect.streamContentType === undefined));
}

/** Returns false for a stream that is one JSON array. */
export function isEvents(headers: Replay["headers"]): boolean {
  return headers["content-type"]?.startsWith("text/event-stream") === true;
}

function playStream(
  { log, dialect }: CallContext,
  { chunks, speed, startedAt, headers, isComplete }: Replay,
): EndpointResponse {
  const abort = new AbortController();
  const playing = playChunks(chunks, { speed, startedAt, signal: abort.signal });
  const body: AsyncIterableIterator<string> = {
    async next() {
      const { done, value } = await playing.next();
      if (!done) return { done: false, value };
      if (!isComplete) throw errors.streamTruncated();
      const text = chunks.map(([, chunk]) => chunk).join("");
      log.usage = dialect.readStreamTail(text).usage;
      return { done: true, value: undefined };
    },
    async return() {
      abort.abort();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => body,
  };
  const contentType = headers["content-type"];
  return {
    status: 200,
    headers: {
      ...EVENT_STREAM_HEADERS,
      ...(contentType === undefined ? {} : { "content-type": contentType }),
      ...writeLaneHeaders(log),
    },
    body,
    // Its pings are among its bytes.
    events: { ping: "", writeError: dialect.writeStreamError },
  };
}

/** A whole body comes when its last chunk came. */
async function playWhole(
  { log, dialect, request: { client } }: CallContext,
  { chunks, speed, startedAt, status, headers, isComplete }: Replay,
): Promise<EndpointResponse> {
  const at = chunks.at(-1)?.[0] ?? 0;
  const wait = speed > 0 ? at / speed - (performance.now() - startedAt) : 0;
  if (wait >= 1) await delay(wait, undefined, { signal: client.signal }).catch(() => {});
  client.throwIfDisconnected();
  if (!isComplete) throw errors.streamTruncated();
  const body = chunks.map(([, chunk]) => chunk).join("");
  if (status < 400) log.usage = dialect.readReplyUsage(Buffer.from(body));
  const contentType = headers["content-type"] ?? "application/json; charset=utf-8";
  return { status, headers: { "content-type": contentType, ...writeLaneHeaders(log) }, body };
}
