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
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { findPublicOrigin } from "#lib/gateway/request/find-public-origin.ts";
import type { LogEntry } from "#lib/gateway/request/log-entry.ts";
import { writeLaneHeaders } from "#lib/gateway/request/write-lane-headers.ts";
import { errors } from "#lib/http/errors.ts";
import { writeImageStreamError } from "./relay-images.ts";

export type ImageContext = RequestContext & {
  call: ImageCall;
  /** Format of the images; a stream has no URLs (wire-formats §5.4). */
  responseFormat: "url" | "b64_json";
};

export function respondWithImages(
  context: ImageContext,
  provide: ImageProvider,
): EndpointResponse | Promise<EndpointResponse> {
  context.request.client.throwIfDisconnected();
  return context.call.stream ? streamImages(context, provide) : collectImages(context, provide);
}

async function collectImages(context: ImageContext, provide: ImageProvider): Promise<EndpointResponse> {
  const { request, services, principal, log, call, responseFormat } = context;
  const { client } = request;
  // Reserved before the model is paid.
  if (responseFormat === "url") log.whenFinished(await services.assets.reserve(principal.keyId, call.count));
  const images: PaintedEvent[] = [];
  let usage: ImageUsage | undefined;
  try {
    for await (const event of provide(call, client.signal)) {
      if (event.type === "image") images.push(event);
      else if (event.type === "usage") usage = event.usage;
    }
  } catch (error) {
    // An aborted provider has not failed.
    throw client.left ? errors.clientClosedRequest() : error;
  }
  client.throwIfDisconnected();
  if (images.length === 0) throw errors.imageMissing();
  noteUsage(log, usage);
  const addresses = responseFormat === "url" ? await publish(context, images) : undefined;
  const pieces = writeImageResult({ created: toUnixSeconds(log), images, usage, call, addresses });
  return { status: 200, headers: { "content-type": JSON_TYPE, ...writeLaneHeaders(log) }, body: toAsync(pieces) };
}

/** Yields pieces while they are sent, so that a large result is never whole in memory. */
async function* toAsync(pieces: Iterator<string>): AsyncGenerator<string, void, void> {
  for (let next = pieces.next(); !next.done; next = pieces.next()) yield next.value;
}

function streamImages(context: ImageContext, provide: ImageProvider): EndpointResponse {
  const { log } = context;
  const abort = new AbortController();
  const events = writeEvents(context, provide(context.call, abort.signal));
  const body: AsyncIterableIterator<string> = {
    next: () => events.next(),
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
