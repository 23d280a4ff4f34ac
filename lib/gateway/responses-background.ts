/** Makes an answer in the background, and lets clients follow one (wire-formats §2.7). */
import type { Dialect, ReplyIdentity } from "#lib/dialects/dialect.ts";
import { openResponse } from "#lib/dialects/openai-responses/response-object.ts";
import type { ResponsesRequest } from "#lib/dialects/openai-responses/wire.ts";
import { ClientPresence } from "#lib/http/client-presence.ts";
import { toGatewayError } from "#lib/http/error-response.ts";
import { type ExchangeRequest, type ExchangeResponse, isPushSource } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { type AnswerContext, answerHeaders } from "./answer-context.ts";
import { BackgroundResponse } from "./background-response.ts";
import { RequestRecord } from "./request-record.ts";
import { type ResponseObject, toRead } from "./responses-object.ts";
import type { Runtime } from "./runtime.ts";
import { StreamResponse } from "./stream-response.ts";

/**
 * Begins the answer and returns at once: with the object as it stands, or with the stream of its events.
 * @throws GatewayError for a request that cannot be sent, as without `background`
 */
export async function answerInBackground({
  context,
  identity,
  answer,
  save,
  dialectFor,
}: {
  context: AnswerContext;
  identity: ReplyIdentity;
  answer: (context: AnswerContext) => Promise<ExchangeResponse>;
  save: (response: ResponseObject, aliveAt?: number | null) => void;
  dialectFor: (onFinal: (response: ResponseObject) => void) => Dialect;
}): Promise<ExchangeResponse> {
  const { runtime, exchange, record } = context;
  const wire = context.wire as ResponsesRequest;
  const opened = { ...openResponse(identity, wire, undefined), status: "queued" };
  const response = new BackgroundResponse({
    id: identity.id,
    keyId: record.keyId ?? "",
    opened,
    onEnd(ended) {
      runtime.backgroundResponses.retire(identity.id);
      save(ended);
    },
  });
  runtime.backgroundResponses.add(response);
  const client = new ClientPresence();
  const ownRecord = createOwnRecord(context);
  response.stop = ({ status, message }) => {
    ownRecord.finish({ status, error: message });
    client.leave();
  };
  try {
    // Its stream is read even where the client wants none: that is how it can be followed.
    const answering = answer({
      ...context,
      wire: { ...wire, stream: true },
      record: ownRecord,
      exchange: { ...exchange, client },
      dialect: dialectFor((final) => response.setFinal(final)),
    });
    await refusedAtOnce(answering);
    void play(answering, { response, record: ownRecord, log: runtime.log });
  } catch (error) {
    runtime.backgroundResponses.remove(identity.id);
    ownRecord.logged = false;
    ownRecord.finish({ status: 400 });
    throw error;
  }
  // A stop may have ended it in between.
  if (!response.hasEnded) save(opened, Date.now());
  // The call is one row of the log, written when its answer has ended.
  record.logged = false;
  record.lane = ownRecord.lane;
  record.upstream = ownRecord.upstream;
  record.dropped = ownRecord.dropped;
  if (wire.stream) return followResponse({ response, from: 0, runtime, exchange, record, dialect: context.dialect });
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8", ...answerHeaders(record) },
    body: JSON.stringify(toRead(opened, exchange.headers)),
  };
}

/** A request that is wrong in itself is refused as one without `background` is; what fails later shows in the object. */
async function refusedAtOnce(answering: Promise<unknown>): Promise<void> {
  const soon = new Promise((resolve) => setImmediate(resolve));
  const error: unknown = await Promise.race([
    soon,
    answering.then(
      () => undefined,
      (thrown: unknown) => thrown,
    ),
  ]);
  if (GatewayError.isInstance(error) && error.status === 400) throw error;
}

/** Counts as a request under way of its own, so that a stop waits for the answer and not only for the one who asked. */
function createOwnRecord({ record, runtime }: AnswerContext): RequestRecord {
  const { exchanges, store } = runtime;
  const own = new RequestRecord({ id: record.id, log: store.requestLog, onFinish: exchanges.finish });
  const { keyId, method, path, dialect, lane, upstream, model, stream, requestBytes } = record;
  Object.assign(own, { keyId, method, path, dialect, lane, upstream, model, stream, requestBytes });
  exchanges.begin();
  return own;
}

async function play(
  answering: Promise<ExchangeResponse>,
  { response, record, log }: { response: BackgroundResponse; record: RequestRecord; log: (line: string) => void },
): Promise<void> {
  try {
    const { body } = await answering;
    if (response.hasEnded) return;
    if (!isPushSource(body)) throw new Error("A stream was asked for and a body came.");
    body.start({
      write(chunk) {
        response.add(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
        return true;
      },
      end: () => response.end(),
      fail: (error) => response.fail(error),
    });
  } catch (thrown) {
    if (response.hasEnded) return;
    const error = toGatewayError(thrown);
    if (!GatewayError.isInstance(thrown))
      log(`${record.id} ${thrown instanceof Error ? thrown.stack : String(thrown)}`);
    response.fail(error);
    record.finish({ status: error.status, error: error.message });
  }
}

/**
 * The response's events, those that there are and those to come. Leaving does not disturb it.
 * @param from the sequence number of the first event
 */
export function followResponse({
  response,
  from,
  runtime,
  exchange,
  record,
  dialect,
}: {
  response: BackgroundResponse;
  from: number;
  runtime: Runtime;
  exchange: ExchangeRequest;
  record: RequestRecord;
  dialect: Dialect;
}): Promise<ExchangeResponse> {
  let next = from;
  let full = false;
  const stream = new StreamResponse({
    record,
    exchanges: runtime.exchanges,
    ping: dialect.ping,
    pingMs: runtime.settings.streams.pingMs,
    headers: answerHeaders(record),
    streamError: dialect.streamError,
    onCancel: () => unfollow(),
    onResume() {
      full = false;
      pump();
    },
  });

  function pump(): void {
    if (full) return;
    const events = response.events.slice(next);
    next += events.length;
    full = !stream.write(events.join(""));
    if (!response.hasEnded || next < response.events.length) return;
    unfollow();
    stream.end();
  }

  const unfollow = response.follow(pump);
  exchange.client.onLeave(() => stream.cancel());
  // Headers leave with the first bytes, and the first event may take its time.
  if (next >= response.events.length) stream.write(dialect.ping);
  pump();
  return stream.response;
}
