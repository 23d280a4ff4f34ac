/** Answers an image call from whoever makes the images, as one Image result or as a stream (spec; wire-formats §5.3, §5.4). */
import type { ImageCall, ImageEvent, ImageSource, ImageUsage } from "#lib/canonical/image-call.ts";
import {
  completedImageEvent,
  type PaintedEvent,
  partialImageEvent,
  writeImageResult,
} from "#lib/dialects/openai-images/result.ts";
import { toGatewayError } from "#lib/http/error-response.ts";
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { answerHeaders } from "./answer-context.ts";
import { clientLeft } from "./answer-parts.ts";
import { dialects } from "./dialects.ts";
import { publicOrigin } from "./files-shapes.ts";
import type { Principal } from "./key-ring.ts";
import { PiecesBody } from "./pieces-body.ts";
import { imageStreamError } from "./relay-images.ts";
import type { RequestRecord } from "./request-record.ts";
import type { Runtime } from "./runtime.ts";
import { StreamResponse } from "./stream-response.ts";

export type ImageContext = {
  exchange: ExchangeRequest;
  runtime: Runtime;
  record: RequestRecord;
  principal: Principal;
  call: ImageCall;
  /** What the images are sent as; a stream has no addresses (wire-formats §5.4). */
  responseFormat: "url" | "b64_json";
};

export function answerImages(context: ImageContext, source: ImageSource): Promise<ExchangeResponse> {
  const { exchange, call } = context;
  const abort = new AbortController();
  exchange.client.onLeave(() => abort.abort());
  const events = source(call, abort.signal);
  return call.stream ? streamImages(context, events, abort) : collectImages(context, events);
}

async function collectImages(context: ImageContext, events: AsyncIterable<ImageEvent>): Promise<ExchangeResponse> {
  const { exchange, runtime, record, principal, call, responseFormat } = context;
  const images: PaintedEvent[] = [];
  let usage: ImageUsage | undefined;
  try {
    for await (const event of events) {
      if (event.type === "image") images.push(event);
      else if (event.type === "usage") usage = event.usage;
    }
  } catch (error) {
    // Whatever broke when it was told to stop is no failure of its own.
    throw exchange.client.left ? clientLeft() : error;
  }
  if (exchange.client.left) throw clientLeft();
  if (images.length === 0) throw noImage();
  noteUsage(record, usage);
  const addresses =
    responseFormat === "url" ? await publish({ images, runtime, keyId: principal.keyId, exchange }) : undefined;
  const pieces = writeImageResult({ created: created(record), images, usage, call, addresses });
  const body = new PiecesBody(pieces, record);
  exchange.client.onLeave(() => body.cancel());
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8", ...answerHeaders(record) },
    body,
  };
}

function streamImages(
  { runtime, record, call, exchange }: ImageContext,
  events: AsyncIterable<ImageEvent>,
  abort: AbortController,
): Promise<ExchangeResponse> {
  let wake: (() => void) | undefined;
  const stream = new StreamResponse({
    record,
    exchanges: runtime.exchanges,
    ping: dialects["openai-chat"].ping,
    pingMs: runtime.settings.streams.pingMs,
    headers: answerHeaders(record),
    streamError: imageStreamError,
    onCancel: () => {
      abort.abort();
      wake?.();
    },
    onResume: () => wake?.(),
  });
  exchange.client.onLeave(() => stream.cancel());

  async function write(events: string): Promise<void> {
    if (stream.write(events) || stream.hasEnded) return;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }

  async function pump(): Promise<void> {
    const at = { call, created: created(record) };
    const images: PaintedEvent[] = [];
    let usage: ImageUsage | undefined;
    for await (const event of events) {
      if (stream.hasEnded) return;
      if (event.type === "partial") await write(partialImageEvent(event, at));
      else if (event.type === "image") images.push(event);
      else usage = event.usage;
    }
    if (images.length === 0) throw noImage();
    noteUsage(record, usage);
    for (const image of images) await write(completedImageEvent(image, { ...at, usage }));
    stream.end();
  }

  pump().catch((error: unknown) => {
    if (!GatewayError.isInstance(error) && !stream.hasEnded)
      runtime.log(`${record.id} ${String((error as Error).stack ?? error)}`);
    stream.fail(toGatewayError(error));
  });
  return stream.response;
}

function noteUsage(record: RequestRecord, usage: ImageUsage | undefined): void {
  if (!usage) return;
  record.usage = { inputTokens: usage.textTokens + usage.imageTokens, outputTokens: usage.outputTokens };
}

function created({ time }: RequestRecord): number {
  return Math.floor(time / 1000);
}

function publish({
  images,
  runtime,
  keyId,
  exchange,
}: {
  images: PaintedEvent[];
  runtime: Runtime;
  keyId: string;
  exchange: ExchangeRequest;
}): Promise<string[]> {
  const origin = publicOrigin(exchange);
  return Promise.all(images.map(async ({ image }) => origin + (await runtime.assets.publish(image, keyId))));
}

function noImage(): GatewayError {
  return new GatewayError({
    status: 502,
    message: "The model answered without an image. Ask for a picture in plain words, or try another model.",
    code: "no_image",
  });
}
