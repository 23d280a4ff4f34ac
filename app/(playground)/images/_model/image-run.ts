/** One image request from send to settle, without React: previews and images as they come, then the outcome. */

import { decodeBase64 } from "#lib/playground/files/decode-base64.ts";
import {
  type GatewayFailure,
  networkFailure,
  readErrorFrame,
  readErrorResponse,
  truncatedStream,
} from "#lib/playground/gateway/errors.ts";
import type { ImageFacts, ImageTimings, ImageUsage } from "#lib/playground/images/image-job.ts";
import { type RouteFacts, readRouteFacts } from "#lib/playground/models/route-facts.ts";
import { createStore, type Store } from "#lib/playground/shell/create-store.ts";
import { readEventStream, type StreamEvent } from "#lib/playground/streams/chat-stream.ts";
import { createEventLog } from "#lib/playground/streams/event-log.ts";
import {
  type OutgoingRequest,
  type RunSource,
  resumeExchange,
  type SentFacts,
  StoppedElsewhere,
  sendOutgoing,
} from "#lib/playground/streams/run-source.ts";
import type { LiveWire, WireExchange } from "#lib/playground/trace/wire-record.ts";
import { readImageEvent, readImageResult, shortenBase64, type WireImage } from "./read-image-answer.ts";

/** An image whose bytes have come; only its address where the page may not read them. */
export type ReceivedImage = { bytes?: Blob; address?: string; mediaType: string; revisedPrompt?: string };

export type LiveImages = {
  /** The newest preview of each image, by its place. */
  previews: readonly (Blob | undefined)[];
  images: readonly ReceivedImage[];
};

export type ImageRun = {
  /** Performance-clock time of the request, for counters that run on screen. */
  startedAt: number;
  live: Store<LiveImages>;
  wire: LiveWire;
  /** Ends the request; the gateway cancels its upstream. */
  stop(): void;
  /** Settles once with the outcome; never rejects. */
  finished: Promise<ImageOutcome>;
};

export type ImageOutcome = {
  /** `interrupted`: the page was loaded anew, and the gateway no longer had the answer. */
  state: "complete" | "stopped" | "failed" | "interrupted";
  images: readonly ReceivedImage[];
  facts: ImageFacts;
  usage?: ImageUsage;
  timings: ImageTimings;
  route: RouteFacts;
  failure?: GatewayFailure;
};

type Tools = { fetch?: typeof fetch; now?: () => number };

/** Sends a request. @param exchangeId under which the gateway keeps the answer, for a page that is loaded anew */
export function startImageRun({
  request,
  exchangeId,
  fetch: send = fetch,
  now = () => performance.now(),
}: Tools & { request: OutgoingRequest; exchangeId?: string }): ImageRun {
  return follow({ source: sendOutgoing(request, { exchangeId, fetch: send, now }), send, now });
}

/** Goes on with a request that was sent before the page was loaded anew: what has come already comes at once. */
export function resumeImageRun({
  exchangeId,
  startedAt,
  known,
  fetch: send = fetch,
  now = () => performance.now(),
}: Tools & {
  exchangeId: string;
  /** Of the request, in unix milliseconds. */
  startedAt: number;
  /** What went out; where it is not known the gateway tells it. */
  known?: SentFacts;
}): ImageRun {
  return follow({ source: resumeExchange(exchangeId, { startedAt, known, fetch: send, now }), send, now });
}

function follow({
  source,
  send,
  now,
}: {
  source: RunSource;
  /** Fetches an image that has come as an address. */
  send: typeof fetch;
  now: () => number;
}): ImageRun {
  const { startedAt } = source;
  const elapsed = () => source.replayedAt() ?? now() - startedAt;
  const abort = new AbortController();
  const events = createEventLog();
  const live = createStore<LiveImages>({ previews: [], images: [] });
  const timings: ImageTimings = {};
  let facts: ImageFacts = {};
  let usage: ImageUsage | undefined;
  let route: RouteFacts = { dropped: [] };
  let answered: Pick<WireExchange, "status" | "responseHeaders" | "requestId"> = {};
  let failure: GatewayFailure | undefined;
  /** Decoding is off the page's thread, and must not overtake itself. */
  let decoding: Promise<unknown> = Promise.resolve();
  let slot = 0;
  let lastIndex = -1;

  function settle(state: ImageOutcome["state"], why?: GatewayFailure): ImageOutcome {
    timings.end = elapsed();
    const { images } = live.get();
    return { state, images, facts, usage, timings: { ...timings }, route, failure: why };
  }

  /** By another page, or by the gateway, which lets none go on for long that nobody reads: that is no failure. */
  function settleFailed(why: GatewayFailure): ImageOutcome {
    return why.code === "exchange_stopped" ? settle("stopped") : settle("failed", why);
  }

  function showPreview(index: number, image: WireImage): void {
    timings.firstPreview ??= elapsed();
    // Events do not say which of several images they belong to; each image counts its previews from 0.
    if (index <= lastIndex) slot += 1;
    lastIndex = index;
    const place = slot;
    decoding = decoding.then(async () => {
      const bytes = bytesOf(image);
      live.set(({ previews }) => ({ previews: Object.assign([...previews], { [place]: bytes }) }));
    });
  }

  function addImage(image: WireImage): void {
    decoding = decoding.then(async () => {
      const received = await receive(image, send, abort.signal);
      live.set(({ images }) => ({ images: [...images, received] }));
    });
  }

  function applyEvent({ data, name, form }: StreamEvent): void {
    events.add({ at: elapsed(), data: shortenBase64(data), name, form });
    if (form === "comment" || data === "[DONE]") return;
    const frame = parseJson(data);
    failure ??= readErrorFrame(frame);
    const event = readImageEvent(frame);
    if (event.kind === "preview") showPreview(event.index, event.image);
    else if (event.kind === "image") {
      facts = event.facts;
      usage = event.usage ?? usage;
      addImage(event.image);
    }
  }

  async function run(): Promise<ImageOutcome> {
    try {
      const opened = await source.open(abort.signal, () => {});
      if (!opened) return { ...settle("interrupted"), timings: {} };
      const { status, headers, body } = opened;
      timings.headers = elapsed();
      route = readRouteFacts(headers);
      answered = { status, responseHeaders: [...headers], requestId: route.requestId };
      if (status < 200 || status >= 300) {
        const text = await new Response(body).text();
        events.add({ at: elapsed(), data: text, form: "body" });
        return settleFailed(readErrorResponse({ status, headers, body: text }));
      }
      if (headers.get("content-type")?.includes("text/event-stream") && body) {
        await readEventStream(body, applyEvent);
      } else {
        const text = await new Response(body).text();
        events.add({ at: elapsed(), data: shortenBase64(text), form: "body" });
        const result = readImageResult(parseJson(text));
        ({ facts, usage } = result);
        for (const image of result.images) addImage(image);
      }
      await decoding;
    } catch (error) {
      if (abort.signal.aborted || error instanceof StoppedElsewhere) return settle("stopped");
      return settle("failed", failure ?? networkFailure(error, timings.headers !== undefined));
    }
    const said = { requestId: route.requestId, upstream: route.upstream };
    if (failure) return settleFailed({ ...said, ...failure });
    return live.get().images.length > 0 ? settle("complete") : settle("failed", { ...said, ...truncatedStream() });
  }

  const wire: LiveWire = {
    record: () => ({
      ...source.sent(),
      ...answered,
      events: events.events(),
      droppedCount: events.droppedCount(),
      timings: { headers: timings.headers, end: timings.end },
    }),
    subscribe: events.subscribe,
  };
  return {
    startedAt,
    live,
    wire,
    stop() {
      abort.abort();
      source.stop();
    },
    finished: run(),
  };
}

/** An address of this gateway is read at once, for it is temporary; one of another site is the reader's to load. */
async function receive(image: WireImage, send: typeof fetch, signal: AbortSignal): Promise<ReceivedImage> {
  const { address, mediaType, revisedPrompt } = image;
  const common = { mediaType, ...(revisedPrompt ? { revisedPrompt } : {}) };
  if (image.base64) {
    const bytes = bytesOf(image);
    return { ...common, bytes, mediaType: bytes.type };
  }
  if (address && isOwnAddress(address)) {
    try {
      const response = await send(address, { signal });
      if (response.ok) {
        const bytes = await response.blob();
        return { ...common, bytes, mediaType: bytes.type || mediaType };
      }
    } catch (error) {
      if (signal.aborted) throw error;
    }
  }
  return { ...common, ...(address ? { address } : {}) };
}

const bytesOf = ({ base64 = "", mediaType }: WireImage) => decodeBase64(base64, mediaType);

function isOwnAddress(address: string): boolean {
  const base = globalThis.location?.origin;
  return base === undefined || (URL.canParse(address, base) && new URL(address, base).origin === base);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { type: "error", message: `The answer is not JSON: ${text.slice(0, 200)}` };
  }
}
