/** Plays a recorded response as Parts, for a client of another API or form. */
import type { Part } from "#lib/canonical/part.ts";
import { listReplyParts } from "#lib/canonical/reply-parts.ts";
import { getDialect } from "#lib/dialects/all-dialects.ts";
import { LARGEST_EVENT } from "#lib/gateway/limits.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { errors } from "#lib/http/errors.ts";
import { createEventReader } from "#lib/http/event-reader.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import { playChunks } from "#lib/records/recorded-chunks.ts";
import type { CallContext } from "../call-context.ts";
import { createDeadline, WITHOUT_LIMIT } from "../create-deadline.ts";
import { holdParts } from "../hold-parts.ts";
import type { HoldTerms } from "../hold-terms.ts";
import { createPartStream } from "../part-stream.ts";
import { respondWithParts } from "../respond-with-parts.ts";
import type { Replay } from "./find-replay.ts";
import { isEvents } from "./replay-exactly.ts";

/** @throws GatewayError the recorded error, for a request that failed */
export async function replayParts(
  context: CallContext,
  replay: Replay,
  hold: HoldTerms | undefined,
): Promise<EndpointResponse> {
  if (replay.record.dialect === null) throw notReadableError(replay);
  const parts = createPartStream((signal) => readParts(replay, signal));
  if (hold && context.wire.stream) await holdParts(context, parts, hold);
  return respondWithParts(context, parts, { deadline: context.timeLimit && createDeadline(context, WITHOUT_LIMIT) });
}

async function* readParts(replay: Replay, signal: AbortSignal): AsyncGenerator<Part> {
  const { record, status, chunks, speed, startedAt, isComplete } = replay;
  const isStream = record.stream && status < 400;
  if (isStream) yield* readStream(replay, signal);
  else {
    const texts: string[] = [];
    for await (const text of playChunks(chunks, { speed, startedAt, signal })) texts.push(text);
    if (signal.aborted) return;
    if (!isComplete) throw errors.streamTruncated();
    const json = parseJson(texts.join(""));
    const dialect = getDialect(record.dialect ?? "");
    if (status >= 400) throw readRecordedError(replay, json);
    yield* listReplyParts(dialect.readReply(json));
  }
}

async function* readStream(
  { record, headers, chunks, speed, startedAt, isComplete }: Replay,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  let parts: Part[] = [];
  const reader = getDialect(record.dialect ?? "").createStreamReader((part) => parts.push(part));
  const events = createEventReader({
    largestEvent: LARGEST_EVENT,
    onEvent: (event) => reader.read(event),
    onTooLarge() {},
  });
  const take = () => {
    const taken = parts;
    parts = [];
    return taken;
  };
  const isArray = !isEvents(headers);
  for await (const text of playChunks(chunks, { speed, startedAt, signal })) {
    // Each chunk of an array has whole elements.
    if (isArray) for (const data of listElements(text)) reader.read({ data });
    else events.push(Buffer.from(text));
    yield* take();
  }
  if (signal.aborted) return;
  if (!isComplete) throw errors.streamTruncated();
  if (!isArray) events.end();
  reader.end();
  yield* take();
}

/** Lists the elements of a piece of a JSON array, with its brackets and commas. */
function listElements(text: string): string[] {
  const inner = text.trim().replace(/^[[,]\s*|\s*[\],]$/g, "");
  const elements = parseJson(`[${inner}]`);
  return Array.isArray(elements) ? elements.map((element) => JSON.stringify(element)) : [];
}

function readRecordedError({ record, status }: Replay, json: unknown): GatewayError {
  const read = getDialect(record.dialect ?? "").readError(json);
  const { message } = (json ?? {}) as { message?: unknown };
  const text =
    read?.message ?? (typeof message === "string" ? message : `The recorded response has the status ${status}.`);
  return new GatewayError({
    status,
    message: text,
    type: read?.type ?? "upstream_error",
    ...(read?.code ? { code: read.code } : {}),
  });
}

function notReadableError({ record }: Replay): GatewayError {
  return errors.recordingNotPlayable({ model: record.id, reason: "it is of a route that calls no text model" });
}
