/** One image request from send to settle, without React: previews and images as they come, then the outcome. */
import { readEventStream, type StreamEvent } from "../chat-stream.ts";
import { createStore, type Store } from "../create-store.ts";
import { type GatewayFailure, networkFailure, readErrorFrame, readErrorResponse, truncatedStream } from "../errors.ts";
import { createEventLog } from "../event-log.ts";
import { type RouteFacts, readRouteFacts } from "../route-facts.ts";
import type { LiveWire, WireExchange } from "../wire/wire-record.ts";
import type { ImageFacts, ImageTimings, ImageUsage } from "./image-job.ts";
import type { SendableRequest } from "./image-request.ts";
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
  /** Aborts the request; the gateway then cancels its upstream. */
  stop(): void;
  /** Settles once with the outcome; never rejects. */
  finished: Promise<ImageOutcome>;
};

export type ImageOutcome = {
  state: "complete" | "stopped" | "failed";
  images: readonly ReceivedImage[];
  facts: ImageFacts;
  usage?: ImageUsage;
  timings: ImageTimings;
  route: RouteFacts;
  failure?: GatewayFailure;
};

export function startImageRun({
  request,
  fetch: send = fetch,
  now = () => performance.now(),
}: {
  request: SendableRequest;
  fetch?: typeof fetch;
  now?: () => number;
}): ImageRun {
  const startedAt = now();
  const elapsed = () => now() - startedAt;
  const abort = new AbortController();
  const events = createEventLog();
  const live = createStore<LiveImages>({ previews: [], images: [] });
  const timings: ImageTimings = {};
  let facts: ImageFacts = {};
  let usage: ImageUsage | undefined;
  let route: RouteFacts = { dropped: [] };
  const sent = { head: request.shown.head, request: request.shown.body, startedAt: Date.now() };
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

  function showPreview(index: number, image: WireImage): void {
    timings.firstPreview ??= elapsed();
    // Events do not say which of several images they belong to; each image counts its previews from 0.
    if (index <= lastIndex) slot += 1;
    lastIndex = index;
    const place = slot;
    decoding = decoding.then(async () => {
      const bytes = await readBase64(image);
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
      const response = await send(request.path, {
        method: "POST",
        credentials: "same-origin",
        // A form brings its own content type, with its boundary.
        headers: typeof request.body === "string" ? { "content-type": "application/json" } : {},
        body: request.body,
        signal: abort.signal,
      });
      timings.headers = elapsed();
      route = readRouteFacts(response.headers);
      answered = { status: response.status, responseHeaders: [...response.headers], requestId: route.requestId };
      if (!response.ok) {
        const body = await response.text();
        events.add({ at: elapsed(), data: body, form: "body" });
        return settle("failed", readErrorResponse({ status: response.status, headers: response.headers, body }));
      }
      if (response.headers.get("content-type")?.includes("text/event-stream") && response.body) {
        await readEventStream(response.body, applyEvent);
      } else {
        const body = await response.text();
        events.add({ at: elapsed(), data: shortenBase64(body), form: "body" });
        const result = readImageResult(parseJson(body));
        ({ facts, usage } = result);
        for (const image of result.images) addImage(image);
      }
      await decoding;
    } catch (error) {
      if (abort.signal.aborted) return settle("stopped");
      return settle("failed", failure ?? networkFailure(error, timings.headers !== undefined));
    }
    const said = { requestId: route.requestId, upstream: route.upstream };
    if (failure) return settle("failed", { ...said, ...failure });
    return live.get().images.length > 0 ? settle("complete") : settle("failed", { ...said, ...truncatedStream() });
  }

  const wire: LiveWire = {
    record: () => ({
      ...sent,
      ...answered,
      events: events.events(),
      droppedCount: events.droppedCount(),
      timings: { headers: timings.headers, end: timings.end },
    }),
    subscribe: events.subscribe,
  };
  return { startedAt, live, wire, stop: () => abort.abort(), finished: run() };
}

/** An address is read at once, for it is temporary; one of another origin may be closed to the page. */
async function receive(image: WireImage, send: typeof fetch, signal: AbortSignal): Promise<ReceivedImage> {
  const { address, mediaType, revisedPrompt } = image;
  const common = { mediaType, ...(revisedPrompt ? { revisedPrompt } : {}) };
  if (image.base64) {
    const bytes = await readBase64(image);
    return { ...common, bytes, mediaType: bytes.type };
  }
  if (address) {
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

/** The browser decodes a data URL away from the page's thread. */
async function readBase64({ base64 = "", mediaType }: WireImage): Promise<Blob> {
  return (await fetch(`data:${mediaType};base64,${base64}`)).blob();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { type: "error", message: `The answer is not JSON: ${text.slice(0, 200)}` };
  }
}
