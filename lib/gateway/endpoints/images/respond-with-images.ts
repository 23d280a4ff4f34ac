/** Writes the images of a provider as one Image result or as a stream (spec; wire-formats §5.3, §5.4). */
import type { ImageCall, ImageEvent, ImageProvider, ImageUsage } from "#lib/canonical/image-call.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import {
  type PaintedEvent,
  writeCompletedImageEvent,
  writeImageResult,
  writePartialImageEvent,
} from "#lib/dialects/openai-images/reply.ts";
import { JSON_TYPE } from "#lib/gateway/bodies/json-response.ts";
import { EVENT_STREAM_HEADERS } from "#lib/gateway/bodies/response-body.ts";
import { createDeadline, WITHOUT_LIMIT } from "#lib/gateway/lanes/create-deadline.ts";
import type { SteeredCall } from "#lib/gateway/lanes/steer-call.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { findPublicOrigin } from "#lib/gateway/request/find-public-origin.ts";
import type { LogEntry } from "#lib/gateway/request/log-entry.ts";
import { writeLaneHeaders } from "#lib/gateway/request/write-lane-headers.ts";
import { errors } from "#lib/http/errors.ts";
import { writeImageStreamError } from "./relay-images.ts";
import { holdFirst, runAborting } from "./run-aborting.ts";

export type ImageContext = RequestContext &
  Pick<SteeredCall, "timeLimit"> & {
    call: ImageCall;
    /** Format of the images; a stream has no URLs (wire-formats §5.4). */
    responseFormat: "url" | "b64_json";
  };

/** @param holdMs longest wait for the first event of a stream, whose failure is an error until then */
export function respondWithImages(
  context: ImageContext,
  provide: ImageProvider,
  { holdMs }: { holdMs?: number | undefined } = {},
): EndpointResponse | Promise<EndpointResponse> {
  context.request.client.throwIfDisconnected();
  return context.call.stream ? streamImages(context, provide, holdMs) : collectImages(context, provide);
}

async function collectImages(context: ImageContext, provide: ImageProvider): Promise<EndpointResponse> {
  const { request, services, principal, log, call, responseFormat } = context;
  // Reserved before the model is paid.
  if (responseFormat === "url") log.whenFinished(await services.assets.reserve(principal.keyId, call.count));
  const images: PaintedEvent[] = [];
  let usage: ImageUsage | undefined;
  await runAborting(context, async (signal) => {
    for await (const event of provide(call, signal)) {
      if (event.type === "image") images.push(event);
      else if (event.type === "usage") usage = event.usage;
    }
  });
  request.client.throwIfDisconnected();
  if (images.length === 0) throw errors.imageMissing();
  log.images = images.length;
  noteUsage(log, usage);
  const addresses = responseFormat === "url" ? await publish(context, images) : undefined;
  const pieces = writeImageResult({ created: toUnixSeconds(log), images, usage, call, addresses });
  return { status: 200, headers: { "content-type": JSON_TYPE, ...writeLaneHeaders(log) }, body: toAsync(pieces) };
}

/** Yields pieces while they are sent, so that a large result is never whole in memory. */
async function* toAsync(pieces: Iterator<string>): AsyncGenerator<string, void, void> {
  for (let next = pieces.next(); !next.done; next = pieces.next()) yield next.value;
}

async function streamImages(
  context: ImageContext,
  provide: ImageProvider,
  holdMs: number | undefined,
): Promise<EndpointResponse> {
  const { log, timeLimit } = context;
  const abort = new AbortController();
  const events = writeEvents(context, provide(context.call, abort.signal));
  // Its failure is an error of the response, not of an event, while another target may take over.
  let first = holdMs === undefined ? undefined : events.next();
  if (first && holdMs !== undefined) await holdFirst(context, { first, ms: holdMs, abort });
  const body: AsyncIterableIterator<string> = {
    next() {
      const held = first;
      first = undefined;
      return held ?? events.next();
    },
    // Returns at once: the generator would wait for the provider's next image.
    async return() {
      abort.abort();
      events.return(undefined).catch(() => {});
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => body,
  };
  return {
    status: 200,
    headers: { ...EVENT_STREAM_HEADERS, ...writeLaneHeaders(log) },
    body,
    events: { ping: dialects["openai-chat"].ping, writeError: writeImageStreamError },
    deadline: timeLimit && createDeadline({ timeLimit }, WITHOUT_LIMIT),
  };
}

async function* writeEvents(
  { call, log }: ImageContext,
  events: AsyncIterable<ImageEvent>,
): AsyncGenerator<string, undefined, undefined> {
  const at = { call, created: toUnixSeconds(log) };
  const images: PaintedEvent[] = [];
  let usage: ImageUsage | undefined;
  for await (const event of events) {
    if (event.type === "partial") yield writePartialImageEvent(event, at);
    else if (event.type === "image") images.push(event);
    else usage = event.usage;
  }
  if (images.length === 0) throw errors.imageMissing();
  log.images = images.length;
  noteUsage(log, usage);
  for (const image of images) yield writeCompletedImageEvent(image, { ...at, usage });
  return undefined;
}

function noteUsage(log: LogEntry, usage: ImageUsage | undefined): void {
  if (!usage) return;
  log.usage = { inputTokens: usage.textTokens + usage.imageTokens, outputTokens: usage.outputTokens };
}

function toUnixSeconds({ time }: LogEntry): number {
  return Math.floor(time / 1000);
}

async function publish({ services, principal, request }: ImageContext, images: PaintedEvent[]): Promise<string[]> {
  const addresses = await services.assets.publish(
    images.map(({ image }) => image),
    principal.keyId,
  );
  return addresses.map((address) => findPublicOrigin(request) + address);
}
