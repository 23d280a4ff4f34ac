/** One image request from send to settle, without React: previews and images as they arrive, then the outcome. */

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
  type RequestRun,
  resumeResponse,
  type SentFacts,
  StoppedElsewhere,
  sendOutgoing,
} from "#lib/playground/streams/request-run.ts";
import type { LiveTrace, Trace } from "#lib/playground/trace/trace.ts";
import { readImageEvent, readImageResult, shortenBase64, type WireImage } from "./read-image-response.ts";

/** A received image: its bytes, or only its address when the page cannot read them. */
export type ReceivedImage = { bytes?: Blob; address?: string; mediaType: string; revisedPrompt?: string };

export type LiveImages = {
  /** Newest preview of each image, by index. */
  previews: readonly (Blob | undefined)[];
  images: readonly ReceivedImage[];
};

export type ImageRun = {
  /** Start of the request in performance-clock time, for counters that run on screen. */
  startedAt: number;
  live: Store<LiveImages>;
  trace: LiveTrace;
  /** Cancels the request; the gateway cancels the upstream request. */
  stop(): void;
  /** Settles once with the outcome; never rejects. */
  finished: Promise<ImageOutcome>;
};

export type ImageOutcome = {
  /** `interrupted`: the page was reloaded and the gateway no longer had the response. */
  state: "complete" | "stopped" | "failed" | "interrupted";
  images: readonly ReceivedImage[];
  facts: ImageFacts;
  usage?: ImageUsage;
  timings: ImageTimings;
  route: RouteFacts;
  failure?: GatewayFailure;
};

type Tools = { fetch?: typeof fetch; now?: () => number };

/** Sends a request. @param exchangeId ID of the resumable response, for a page that is reloaded */
export function startImageRun({
  request,
  exchangeId,
  fetch: send = fetch,
  now = () => performance.now(),
}: Tools & { request: OutgoingRequest; exchangeId?: string }): ImageRun {
  return follow({ source: sendOutgoing(request, { exchangeId, fetch: send, now }), send, now });
}

/** Resumes a request that was sent before the page was reloaded; everything received so far arrives at once. */
export function resumeImageRun({
  exchangeId,
  startedAt,
  known,
  fetch: send = fetch,
  now = () => performance.now(),
}: Tools & {
  exchangeId: string;
  /** Start of the request in Unix milliseconds. */
  startedAt: number;
  /** The sent request. When undefined, it is read from the gateway. */
  known?: SentFacts;
}): ImageRun {
  return follow({ source: resumeResponse(exchangeId, { startedAt, known, fetch: send, now }), send, now });
}

function follow({
  source,
  send,
  now,
}: {
  source: RequestRun;
  /** Fetches an image that arrived as an address. */
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
  let answered: Pick<Trace, "status" | "responseHeaders" | "requestId"> = {};
  let failure: GatewayFailure | undefined;
  /** Tail of the decoding queue. Decoding is asynchronous and must stay in order. */
  let decoding: Promise<unknown> = Promise.resolve();
  let slot = 0;
  let lastIndex = -1;

  function settle(state: ImageOutcome["state"], why?: GatewayFailure): ImageOutcome {
    timings.end = elapsed();
    const { images } = live.get();
    return { state, images, facts, usage, timings: { ...timings }, route, failure: why };
  }

  /**
   * Settles a failed run. A run stopped by another page, or by the gateway because nobody reads it, is not a failure.
   */
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
      const bytes = decodeBytes(image);
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

  const trace: LiveTrace = {
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
    trace,
    stop() {
      abort.abort();
      source.stop();
    },
    finished: run(),
  };
}

/**
 * Receives an image. Addresses of this gateway are temporary and are fetched at once; addresses of other sites are left
 * to the user.
 */
async function receive(image: WireImage, send: typeof fetch, signal: AbortSignal): Promise<ReceivedImage> {
  const { address, mediaType, revisedPrompt } = image;
  const common = { mediaType, ...(revisedPrompt ? { revisedPrompt } : {}) };
  if (image.base64) {
    const bytes = decodeBytes(image);
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

const decodeBytes = ({ base64 = "", mediaType }: WireImage) => decodeBase64(base64, mediaType);

function isOwnAddress(address: string): boolean {
  const base = globalThis.location?.origin;
  return base === undefined || (URL.canParse(address, base) && new URL(address, base).origin === base);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { type: "error", message: `The response is not JSON: ${text.slice(0, 200)}` };
  }
}
