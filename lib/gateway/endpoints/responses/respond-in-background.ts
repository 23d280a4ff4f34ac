/** Creates a response in the background, and lets clients follow one (wire-formats §2.7). */
import type { Dialect, ReplyIdentity } from "#lib/dialects/dialect.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { playBody } from "#lib/gateway/bodies/play-body.ts";
import { EVENT_STREAM_HEADERS } from "#lib/gateway/bodies/response-body.ts";
import type { CallContext } from "#lib/gateway/lanes/call-context.ts";
import type { UpstreamRun, UpstreamRunTerms } from "#lib/gateway/lanes/upstream-run-terms.ts";
import type { Grant } from "#lib/gateway/request/admission.ts";
import { type EndpointResponse, isAsyncIterable } from "#lib/gateway/request/endpoint.ts";
import type { LogEntry } from "#lib/gateway/request/log-entry.ts";
import { openLogEntry } from "#lib/gateway/request/open-log-entry.ts";
import { writeLaneHeaders } from "#lib/gateway/request/write-lane-headers.ts";
import { ClientPresence } from "#lib/http/client-presence.ts";
import { toGatewayError } from "#lib/http/error-response.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { BodyStream } from "#lib/http/http-message.ts";
import { BackgroundResponse, RunLostError } from "./background-response.ts";
import type { BackgroundResponses, ResponseServices } from "./background-responses.ts";
import type { ResponseObject } from "./response-object.ts";
import type { StoredForm, StoredWire } from "./stored-form.ts";
import type { StoredRun } from "./stored-run.ts";

/**
 * Starts the response and returns when it is stored: with the current object, or with the stream of its events.
 * @throws GatewayError for an invalid request, as without `background`; 429 and 503 when there is no room
 */
export async function respondInBackground({
  form,
  context,
  backgroundResponses,
  identity,
  run,
  stored,
  taken,
}: {
  form: StoredForm;
  context: CallContext;
  backgroundResponses: BackgroundResponses;
  identity: ReplyIdentity;
  /** Runs the call; its stream ends when `store` has stored the final object. */
  run: (context: CallContext, store: (response: ResponseObject) => Promise<void>) => Promise<EndpointResponse>;
  stored: StoredRun;
  /** Present for a response that another instance began: a failure does not remove it. */
  taken: { resumed: UpstreamRun | undefined } | undefined;
}): Promise<EndpointResponse> {
  const { request, log, principal } = context;
  const wire = context.wire as StoredWire;
  const opened = form.writeOpen(identity, wire);
  const { sharing } = context.services as Partial<ResponseServices>;
  const of = { id: identity.id, keyId: principal.keyId };
  const response = new BackgroundResponse({
    share: sharing && ((source) => sharing.share("background", of, source)),
    lostEvent: context.dialect.writeStreamError(errors.backgroundStreamLost()),
    form,
    id: identity.id,
    keyId: principal.keyId,
    opened,
    budget: backgroundResponses.budget,
    onPressure: () => backgroundResponses.relieve(),
    onEnd: (ended) => backgroundResponses.retire(ended),
    onAbandon: (abandoned) => backgroundResponses.remove(abandoned),
    save: stored.save,
  });
  backgroundResponses.add(response);
  const client = new ClientPresence();
  const taskLog = createTaskLog(context);
  response.stopWork = ({ status, message, isHandedOver = false }) => {
    // The instance that goes on with it logs it.
    if (isHandedOver) taskLog.logged = false;
    taskLog.finish({ status, error: message });
    client.leave();
  };
  let storing: Promise<void> | undefined;
  try {
    // Stored first, so that no later version comes before it.
    storing = stored.open(opened);
    // The promise may reject before it is awaited.
    storing.catch(() => {});
    // Runs as a stream even when the client wants none, so that it can be followed.
    const beforeSend = async () => {
      try {
        await stored.noteSent();
      } catch (error) {
        if (!(error instanceof RunLostError)) throw error;
        response.abandon();
        throw errors.clientClosedRequest();
      }
      response.isRepeatable = false;
    };
    const upstreamRun: UpstreamRunTerms = {
      resumed: taken?.resumed,
      isHandedOver: () => response.isAbandoned,
      onStart(started) {
        const noted = stored.noteRun(started).then(() => {
          response.isRepeatable = true;
        });
        // Without its row it can only end here.
        noted.catch((error: unknown) => {
          if (error instanceof RunLostError) response.abandon();
        });
      },
    };
    const task = { ...context, log: taskLog, request: { ...request, client }, beforeSend, upstreamRun };
    const responding = run({ ...task, wire: { ...wire, stream: true } }, (final) => response.store(final));
    const playing = play(responding, { task, response });
    await throwIfRefused(playing);
    void playing.then((error) => {
      if (!error) return;
      taskLog.finish({ status: error.status, error: error.message });
      response.fail(error);
    });
    await storing;
    response.isStored = true;
  } catch (error) {
    taskLog.logged = false;
    response.stopWork({ status: 400, message: "refused" });
    backgroundResponses.remove(response);
    if (taken) throw error;
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
  return createJsonResponse(form.toClient(opened, context), writeLaneHeaders(log));
}

/** An invalid request is refused as without `background`; later failures appear in the object. */
async function throwIfRefused(playing: Promise<GatewayError | undefined>): Promise<void> {
  const soon = new Promise((resolve) => setImmediate(resolve));
  const error = await Promise.race([soon, playing]);
  if (GatewayError.isInstance(error) && error.status === 400) throw error;
}

/**
 * Counts as a request in flight, so that a shutdown waits for the response and not only for the request that started
 * it. What the key has reserved for the call is settled at its end.
 */
function createTaskLog({ log, request, services }: CallContext): LogEntry {
  const taskLog = openLogEntry(log.id, { request, services });
  request.body.retain();
  const { keyId, group, tags, method, path, dialect, lane, upstream, target, model, stream, requestBytes } = log;
  Object.assign(taskLog, { keyId, group, tags, method, path, dialect });
  Object.assign(taskLog, { lane, upstream, target, model, stream, requestBytes });
  if (log.grant) [taskLog.grant, log.grant] = [log.grant, withoutSettlement(log.grant)];
  taskLog.span = services.tracing?.beginRequest(request, taskLog);
  return taskLog;
}

/** Returns a grant that tells the limits and settles nothing. */
function withoutSettlement(grant: Grant): Grant {
  return { addHeaders: (headers) => grant.addHeaders(headers), settle: () => null };
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
  // Headers are sent with the first bytes, and the first event may be late.
  const isLate = from >= response.eventCount && !response.hasEnded;
  return streamEvents(response.follow(from), { isLate, log, dialect });
}

/** @param isLate true to send a ping before the first event */
export function streamEvents(
  reader: AsyncIterableIterator<Uint8Array, undefined>,
  { isLate, log, dialect }: { isLate: boolean; log: LogEntry; dialect: Dialect },
): EndpointResponse {
  let opening = isLate;
  const body: AsyncIterableIterator<Uint8Array | string> = {
    next() {
      if (!opening) return reader.next();
      opening = false;
      return Promise.resolve({ done: false, value: dialect.ping });
    },
    return: async () => (await reader.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]: () => body,
  };
  return {
    status: 200,
    headers: { ...EVENT_STREAM_HEADERS, ...writeLaneHeaders(log) },
    body,
    events: { ping: dialect.ping, writeError: dialect.writeStreamError },
  };
}
