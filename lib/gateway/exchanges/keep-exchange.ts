/** Answers a request whose client asks to have its exchange kept: the answer goes on when the client leaves. */
import { type ExchangeRequest, type ExchangeResponse, isPushSource } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { authenticate } from "../authenticate.ts";
import type { RequestRecord } from "../request-record.ts";
import type { Runtime } from "../runtime.ts";
import type { Recording } from "./recording.ts";

/** The request header that asks for it. */
export const KEEP_HEADER = "x-gateway-keep";

/** @throws GatewayError 400 for a header that says something else, 401, 403, 409 for an id that is taken */
export async function beginRecording({
  exchange,
  runtime,
  record,
  streamError,
}: {
  exchange: ExchangeRequest;
  runtime: Runtime;
  record: RequestRecord;
  /** The event that tells readers of a stream that it was stopped. */
  streamError: (error: GatewayError) => string;
}): Promise<Recording> {
  const asked = exchange.headers[KEEP_HEADER];
  if (asked !== "events") {
    throw new GatewayError({
      status: 400,
      message: `Invalid value for the header ${KEEP_HEADER}: expected "events", got ${JSON.stringify(String(asked).slice(0, 40))}.`,
      param: KEEP_HEADER,
    });
  }
  const { keyId } = await authenticate(exchange, runtime, "inference");
  const recording = runtime.recordings.begin({ record, exchange, keyId, streamError });
  record.notes = recording;
  return recording;
}

/**
 * @param respond answers an exchange, whatever happens
 * @throws GatewayError 410 when the exchange was stopped before its answer began
 */
export async function answerRecorded(
  recording: Recording,
  exchange: ExchangeRequest,
  respond: (exchange: ExchangeRequest) => Promise<ExchangeResponse>,
): Promise<ExchangeResponse> {
  const detach = recording.attach();
  exchange.client.onLeave(detach);
  const response = await respond(recording.exchange);
  // Before the answer is played: what runs over then waits for this reader.
  const reader = isPushSource(response.body) ? recording.read(recording.answer, { from: 0, onDone() {} }) : undefined;
  if (reader) exchange.client.onLeave(() => reader.cancel());
  recording.play(response);
  detach();
  await recording.head;
  return reader ? { ...response, body: reader } : response;
}
