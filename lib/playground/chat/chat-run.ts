/**
 * One request from send to settle: stream → answer, without React. A view subscribes to `live`, which changes at the
 * pace of the commit scheduler. Timings are taken at the stream reader, before that throttling.
 */
import { WireIndexError } from "#lib/contract/wire-index.ts";
import { EMPTY_RESPONSE, type ModelResponse, type ResponseReader } from "../conversation/model-response.ts";
import type { TextRequest } from "../dialects/text-dialect.ts";
import {
  type GatewayFailure,
  malformedStream,
  networkFailure,
  readErrorFrame,
  readErrorResponse,
  truncatedStream,
} from "../gateway/errors.ts";
import { type RouteFacts, readRouteFacts } from "../models/route-facts.ts";
import { readEventStream } from "../streams/chat-stream.ts";
import { createCommitScheduler } from "../streams/commit-scheduler.ts";
import { createEventLog, type EventLog } from "../streams/event-log.ts";
import { recordTime, type StreamTimings } from "../streams/metrics.ts";
import { type RequestRun, resumeResponse, StoppedElsewhere, sendRequest } from "../streams/request-run.ts";
import type { LiveTrace, Trace } from "../trace/trace.ts";

export type LiveResponse = { answer: ModelResponse; timings: StreamTimings };

/** State that a row of the conversation subscribes to. */
export type LiveRun = {
  /** Performance-clock time of the request, for counters on screen. */
  startedAt: number;
  live: { get(): LiveResponse; subscribe(listener: () => void): () => void };
};

export type ChatRun = LiveRun & {
  events: EventLog;
  trace: LiveTrace;
  /** Stops the response; the gateway cancels its upstream request. */
  stop(): void;
  /** Settles once with the outcome; never rejects. */
  finished: Promise<RunOutcome>;
};

export type RunOutcome = LiveResponse & {
  /** `interrupted`: the page was reloaded, and the gateway no longer had the response. */
  state: "complete" | "stopped" | "failed" | "interrupted";
  route: RouteFacts;
  failure?: GatewayFailure;
};

type Watching = {
  /** The dialect's reader, without any events applied. */
  answer: ResponseReader;
  /** Called when the gateway has accepted the request with a success status. */
  onAccepted: (route: RouteFacts) => void;
  onCommit?: () => void;
  fetch?: typeof fetch;
  now?: () => number;
};

/**
 * Sends a request.
 * @param exchangeId id of the resumable response on the gateway, for a page that is reloaded
 */
export function startChatRun({
  request,
  exchangeId,
  fetch: send = fetch,
  now = () => performance.now(),
  ...watching
}: Watching & { request: TextRequest; exchangeId?: string }): ChatRun {
  return follow({ ...watching, now, source: sendRequest(request, { exchangeId, fetch: send, now }) });
}

/** Resumes a request that was sent before the page was reloaded. */
export function resumeChatRun({
  exchangeId,
  startedAt,
  known,
  fetch: ask = fetch,
  now = () => performance.now(),
  ...watching
}: Watching & {
  exchangeId: string;
  /** Time of the request, in unix milliseconds. */
  startedAt: number;
  /** Saved content of the response: shown until the rest arrives, and the result when none arrives. */
  known: LiveResponse;
}): ChatRun {
  return follow({ ...watching, now, known, source: resumeResponse(exchangeId, { startedAt, fetch: ask, now }) });
}

function follow({
  source,
  known,
  answer,
  onAccepted,
  onCommit,
  now,
}: Omit<Watching, "fetch"> & { source: RequestRun; known?: LiveResponse; now: () => number }): ChatRun {
  const { startedAt } = source;
  const elapsed = () => source.replayedAt() ?? now() - startedAt;
  const abort = new AbortController();
  const events = createEventLog();
  const timings: StreamTimings = {};
  let answered: Pick<Trace, "status" | "responseHeaders" | "requestId"> = {};
  const listeners = new Set<() => void>();
  let view: LiveResponse = known ?? { answer: EMPTY_RESPONSE, timings };
  let route: RouteFacts = { dropped: [] };
  /** Settles when every file received so far can be shown. */
  let filesAtHand: Promise<unknown> = Promise.resolve();

  const scheduler = createCommitScheduler(() => {
    view = { answer: answer.snapshot(), timings: { ...timings } };
    for (const listener of listeners) listener();
    onCommit?.();
  });

  function settle(state: RunOutcome["state"], failure?: GatewayFailure): RunOutcome {
    timings.end = elapsed();
    if (timings.reasoningStart !== undefined) timings.reasoningEnd ??= timings.end;
    scheduler.flush();
    scheduler.dispose();
    const had = answer.snapshot();
    const final = had.choices.length === 0 && known ? known.answer : had;
    return { answer: final, timings: { ...timings }, state, route, failure };
  }

  /** Settles with the saved content when the gateway has nothing more. */
  function leaveAsKnown(): RunOutcome {
    scheduler.dispose();
    return { ...view, state: "interrupted", route };
  }

  function applyChunk(chunk: unknown): GatewayFailure | undefined {
    const effect = answer.apply(chunk);
    recordTime(timings, effect, elapsed());
    if (effect.pending) {
      filesAtHand = Promise.all([filesAtHand, effect.pending.then(() => scheduler.request())]);
    }
    // The scheduler's first commit is immediate; the empty role chunk must not use it up. Events replayed after a
    // reload arrive all at once, so the saved text stays on screen until they are read.
    if (timings.firstToken !== undefined && source.replayedAt() === undefined) scheduler.request();
    return effect.failure;
  }

  async function run(): Promise<RunOutcome> {
    let done = false;
    let failure: GatewayFailure | undefined;
    try {
      const opened = await source.open(abort.signal, () => scheduler.request());
      if (!opened) return leaveAsKnown();
      const { status, headers, body } = opened;
      timings.headers = elapsed();
      route = readRouteFacts(headers);
      answered = { status, responseHeaders: [...headers], requestId: route.requestId };
      if (status < 200 || status >= 300) {
        const text = await new Response(body).text();
        events.add({ at: elapsed(), data: text, form: "body" });
        return settle("failed", readErrorResponse({ status, headers, body: text }));
      }
      onAccepted(route);
      if (headers.get("content-type")?.includes("application/json")) {
        const text = await new Response(body).text();
        events.add({ at: elapsed(), data: text, form: "body" });
        failure = applyChunk(JSON.parse(text));
        await filesAtHand;
        return failure ? settle("failed", failure) : settle("complete");
      }
      if (!body) return settle("failed", truncatedStream());
      await readEventStream(body, (event) => {
        events.add({ at: elapsed(), ...event });
        if (event.form === "comment") return;
        const { data } = event;
        if (data === "[DONE]") {
          done = true;
          return;
        }
        const chunk = parseChunk(data);
        const failed = applyChunk(chunk);
        failure ??= readErrorFrame(chunk) ?? failed;
      });
      await filesAtHand;
    } catch (error) {
      await filesAtHand;
      if (abort.signal.aborted || error instanceof StoppedElsewhere) return settle("stopped");
      if (error instanceof WireIndexError) {
        source.stop();
        return settle("failed", { requestId: route.requestId, upstream: route.upstream, ...malformedStream(error) });
      }
      return settle("failed", failure ?? networkFailure(error, timings.headers !== undefined));
    }
    // Stopped by another page, or by the gateway, which stops a response that nobody reads for long.
    if (failure?.code === "exchange_stopped") return settle("stopped");
    if (failure) return settle("failed", { requestId: route.requestId, upstream: route.upstream, ...failure });
    const ended = done || answer.snapshot().choices.some((choice) => choice.finishReason !== undefined);
    return ended ? settle("complete") : settle("failed", { requestId: route.requestId, ...truncatedStream() });
  }

  return {
    startedAt,
    live: {
      get: () => view,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    events,
    trace: {
      record: () => ({
        ...source.sent(),
        ...answered,
        events: events.events(),
        droppedCount: events.droppedCount(),
        timings: { ...timings },
      }),
      subscribe: events.subscribe,
    },
    stop() {
      abort.abort();
      source.stop();
    },
    finished: run(),
  };
}

function parseChunk(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return { type: "error", message: `The stream carried an event that is not JSON: ${data.slice(0, 200)}` };
  }
}
