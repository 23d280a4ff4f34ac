/**
 * One request from send to settle: wire → answer without React. A view watches `live`, which changes at the pace of the
 * commit scheduler; the timings are taken here, at the reader, before that pacing.
 */
import { type AnswerReader, type AnswerSnapshot, EMPTY_ANSWER } from "./answer.ts";
import { readEventStream } from "./chat-stream.ts";
import { createCommitScheduler } from "./commit-scheduler.ts";
import { type GatewayFailure, networkFailure, readErrorFrame, readErrorResponse, truncatedStream } from "./errors.ts";
import { createEventLog, type EventLog } from "./event-log.ts";
import type { StreamTimings } from "./metrics.ts";
import { type RouteFacts, readRouteFacts } from "./route-facts.ts";
import { headOf, type TextRequest } from "./text-dialect.ts";
import type { LiveWire, WireExchange } from "./wire/wire-record.ts";

export type LiveAnswer = { answer: AnswerSnapshot; timings: StreamTimings };

/** What a row of the thread watches. */
export type LiveRun = {
  /** Performance-clock time of the request, for counters that run on screen. */
  startedAt: number;
  live: { get(): LiveAnswer; subscribe(listener: () => void): () => void };
};

export type ChatRun = LiveRun & {
  events: EventLog;
  wire: LiveWire;
  /** Aborts the request; the gateway then cancels its upstream. */
  stop(): void;
  /** Settles once with the outcome; never rejects. */
  finished: Promise<RunOutcome>;
};

export type RunOutcome = LiveAnswer & {
  state: "complete" | "stopped" | "failed";
  route: RouteFacts;
  failure?: GatewayFailure;
};

export function startChatRun({
  request,
  answer,
  onAccepted,
  onCommit,
  fetch: send = fetch,
  now = () => performance.now(),
}: {
  request: TextRequest;
  /** The dialect's reader, which nothing has been given to. */
  answer: AnswerReader;
  /** The gateway has taken the request: a success status has come. */
  onAccepted: (route: RouteFacts) => void;
  onCommit?: () => void;
  fetch?: typeof fetch;
  now?: () => number;
}): ChatRun {
  const startedAt = now();
  const elapsed = () => now() - startedAt;
  const abort = new AbortController();
  const events = createEventLog();
  const timings: StreamTimings = {};
  const headers = { "content-type": "application/json", accept: "text/event-stream", ...request.headers };
  const sent = {
    head: headOf(request),
    request: JSON.stringify(request.body, null, 2),
    startedAt: Date.now(),
    requestHeaders: Object.entries(headers),
  };
  let answered: Pick<WireExchange, "status" | "responseHeaders" | "requestId"> = {};
  const listeners = new Set<() => void>();
  let view: LiveAnswer = { answer: EMPTY_ANSWER, timings };
  let route: RouteFacts = { dropped: [] };
  /** Settles when every file that has come can be shown. */
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
    return { ...view, answer: answer.snapshot(), timings: { ...timings }, state, route, failure };
  }

  function applyChunk(chunk: unknown): GatewayFailure | undefined {
    const effect = answer.apply(chunk);
    if (effect.content || effect.reasoning) {
      const at = elapsed();
      timings.firstToken ??= at;
      timings.lastToken = at;
      if (effect.reasoning) timings.reasoningStart ??= at;
      if (effect.content && timings.reasoningStart !== undefined) timings.reasoningEnd ??= at;
    }
    if (effect.pending) {
      filesAtHand = Promise.all([filesAtHand, effect.pending.then(() => scheduler.request())]);
    }
    // The scheduler's first commit is immediate; the empty role chunk must not use it up.
    if (timings.firstToken !== undefined) scheduler.request();
    return effect.failure;
  }

  async function run(): Promise<RunOutcome> {
    let done = false;
    let failure: GatewayFailure | undefined;
    try {
      const response = await send(request.path, {
        method: "POST",
        credentials: "same-origin",
        headers,
        body: JSON.stringify(request.body),
        signal: abort.signal,
      });
      timings.headers = elapsed();
      route = readRouteFacts(response.headers);
      answered = { status: response.status, responseHeaders: [...response.headers], requestId: route.requestId };
      if (!response.ok) {
        const text = await response.text();
        events.add({ at: elapsed(), data: text, form: "body" });
        return settle("failed", readErrorResponse({ status: response.status, headers: response.headers, body: text }));
      }
      onAccepted(route);
      if (response.headers.get("content-type")?.includes("application/json")) {
        const text = await response.text();
        events.add({ at: elapsed(), data: text, form: "body" });
        failure = applyChunk(JSON.parse(text));
        await filesAtHand;
        return failure ? settle("failed", failure) : settle("complete");
      }
      if (!response.body) return settle("failed", truncatedStream());
      await readEventStream(response.body, (event) => {
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
      if (abort.signal.aborted) return settle("stopped");
      return settle("failed", failure ?? networkFailure(error, timings.headers !== undefined));
    }
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
    wire: {
      record: () => ({
        ...sent,
        ...answered,
        events: events.events(),
        droppedCount: events.droppedCount(),
        timings: { ...timings },
      }),
      subscribe: events.subscribe,
    },
    stop: () => abort.abort(),
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
