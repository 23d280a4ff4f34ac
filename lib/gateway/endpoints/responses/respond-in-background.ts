/** Creates a response in the background, and lets clients follow one (wire-formats §2.7). */
import type { ResponsesRequest } from "#lib/contract/openai-responses/wire.ts";
import type { Dialect, ReplyIdentity } from "#lib/dialects/dialect.ts";
import { writeOpenResponse } from "#lib/dialects/openai-responses/response-object.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { playBody } from "#lib/gateway/bodies/play-body.ts";
import { EVENT_STREAM_HEADERS } from "#lib/gateway/bodies/response-body.ts";
import type { CallContext } from "#lib/gateway/lanes/call-context.ts";
import { type EndpointResponse, isAsyncIterable } from "#lib/gateway/request/endpoint.ts";
import type { LogEntry } from "#lib/gateway/request/log-entry.ts";
import { openLogEntry } from "#lib/gateway/request/open-log-entry.ts";
import { writeLaneHeaders } from "#lib/gateway/request/write-lane-headers.ts";
import { ClientPresence } from "#lib/http/client-presence.ts";
import { toGatewayError } from "#lib/http/error-response.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { BodyStream } from "#lib/http/http-message.ts";
import { BackgroundResponse } from "./background-response.ts";
import type { BackgroundResponses } from "./background-responses.ts";
import { type ResponseObject, toClientForm } from "./response-object.ts";

/**
 * Starts the response and returns when it is stored: with the current object, or with the stream of its events.
 * @throws GatewayError for an invalid request, as without `background`; 429 and 503 when there is no room
 */
export async function respondInBackground({
  context,
  backgroundResponses,
  identity,
  run,
  save,
}: {
  context: CallContext;
  backgroundResponses: BackgroundResponses;
  identity: ReplyIdentity;
  /** Runs the call; its stream ends when `store` has stored the final object. */
  run: (context: CallContext, store: (response: ResponseObject) => Promise<void>) => Promise<EndpointResponse>;
  /** Stores the object in place of the earlier version. */
  save: (response: ResponseObject) => Promise<void>;
}): Promise<EndpointResponse> {
  const { request, log, principal } = context;
  const wire = context.wire as ResponsesRequest;
  const opened = { ...writeOpenResponse(identity, wire, undefined), status: "queued" };
  const response = new BackgroundResponse({
    id: identity.id,
    keyId: principal.keyId,
    opened,
    budget: backgroundResponses.budget,
    onPressure: () => backgroundResponses.relieve(),
    onEnd(ended) {
      backgroundResponses.retire(ended);
    },
    save,
  });
  backgroundResponses.add(response);
  const client = new ClientPresence();
  const taskLog = createTaskLog(context);
  response.stopWork = ({ status, message }) => {
    taskLog.finish({ status, error: message });
    client.leave();
  };
  let storing: Promise<void> | undefined;
  try {
    // Stored first, so that no later version comes before it.
    storing = save(opened);
    // The promise may reject before it is awaited.
    storing.catch(() => {});
    // Runs as a stream even when the client wants none, so that it can be followed.
    const task = { ...context, log: taskLog, request: { ...request, client } };
    const responding = run({ ...task, wire: { ...wire, stream: true } }, (final) => response.store(final));
    const playing = play(responding, { task, response });
    await throwIfRefused(playing);
    void playing.then((error) => {
      if (!error) return;
      taskLog.finish({ status: error.status, error: error.message });
      response.fail(error);
    });
    await storing;
  } catch (error) {
    taskLog.logged = false;
    response.stopWork({ status: 400, message: "refused" });
    backgroundResponses.remove(response);
    const forget = () => context.services.store.responses.remove({ id: identity.id, keyId: principal.keyId });
    await storing?.then(forget).catch(() => {});
    throw error;
  }
  // The call has one row in the log, written at the end of its response.
  log.logged = false;
  log.lane = taskLog.lane;
  log.upstream = taskLog.upstream;
  log.dropped = taskLog.dropped;
  if (wire.stream) return followResponse(response, { from: 0, log, dialect: context.dialect });
  return createJsonResponse(toClientForm(opened, request.headers), writeLaneHeaders(log));
}

/** An invalid request is refused as without `background`; later failures appear in the object. */
async function throwIfRefused(playing: Promise<GatewayError | undefined>): Promise<void> {
  const soon = new Promise((resolve) => setImmediate(resolve));
  const error = await Promise.race([soon, playing]);
  if (GatewayError.isInstance(error) && error.status === 400) throw error;
}

/**
 * Counts as a request in flight, so that a shutdown waits for the response and not only for the request that started
 * it.
 */
function createTaskLog({ log, request, services }: CallContext): LogEntry {
  const taskLog = openLogEntry(log.id, { request, services });
  request.body.retain();
  const { keyId, group, tags, method, path, dialect, lane, upstream, model, stream, requestBytes } = log;
  Object.assign(taskLog, { keyId, group, tags, method, path, dialect, lane, upstream, model, stream, requestBytes });
  return taskLog;
}

/**
 * Plays the events into the response.
 * @returns its error, when no event reports it; never resolves when the response was stopped
 */
async function play(
  responding: Promise<EndpointResponse>,
  { task, response }: { task: Pick<CallContext, "request" | "services" | "log">; response: BackgroundResponse },
): Promise<GatewayError | undefined> {
  const { log, services } = task;
  // The entry ends with the response: only the request's own entry logs an immediate refusal.
  const bodyLog = { id: log.id, sent: (bytes: number) => log.sent(bytes), finish() {} };
  try {
    const { events, body, ...rest } = await responding;
    if (!isAsyncIterable(body) || !events) throw new Error("A stream was asked for and a body came.");
    // Without `events`: no reader needs pings, and a failure before the first event fails the whole response.
    const played = await playBody({ ...rest, body }, { ...task, log: bodyLog });
    return await new Promise((resolve) => {
      const end = (error?: GatewayError) => {
        log.finish(error ? { status: error.status, error: error.message } : { status: 200 });
        response.end();
        resolve(undefined);
      };
      (played.body as BodyStream).start({
        write(chunk) {
          response.add(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
          return true;
        },
        end,
        fail(thrown) {
          const error = toGatewayError(thrown);
          if (response.eventCount === 0) return resolve(error);
          response.add(events.writeError(error));
          end(error);
        },
      });
    });
  } catch (thrown) {
    if (!GatewayError.isInstance(thrown)) {
      services.log(`${log.id} ${thrown instanceof Error ? thrown.stack : String(thrown)}`);
    }
    return toGatewayError(thrown);
  }
}

/**
 * Streams the response's events, past and future. It continues when the reader disconnects.
 * @param from sequence number of the first event
 */
export function followResponse(
  response: BackgroundResponse,
  { from, log, dialect }: { from: number; log: LogEntry; dialect: Dialect },
): EndpointResponse {
  const reader = response.follow(from);
  // Headers are sent with the first bytes, and the first event may be late.
  let opening = from >= response.eventCount && !response.hasEnded;
  const body: AsyncIterableIterator<Uint8Array | string> = {
    next() {
      if (!opening) return reader.next();
      opening = false;
      return Promise.resolve({ done: false, value: dialect.ping });
    },
    return: () => reader.return(),
    [Symbol.asyncIterator]: () => body,
  };
  return {
    status: 200,
    headers: { ...EVENT_STREAM_HEADERS, ...writeLaneHeaders(log) },
    body,
    events: { ping: dialect.ping, writeError: dialect.writeStreamError },
  };
}
