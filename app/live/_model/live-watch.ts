/** Watches a response by the secret of a live link: its state, its text as it grows, and its events. */
import { LIVE_END_EVENT, type LiveState } from "#lib/contract/live-link.ts";
import {
  EMPTY_RESPONSE,
  type ModelResponse,
  type ResponseReader,
} from "#lib/playground/conversation/model-response.ts";
import { readErrorFrame, readErrorResponse } from "#lib/playground/gateway/errors.ts";
import { readEventStream, type StreamEvent } from "#lib/playground/streams/chat-stream.ts";
import { createCommitScheduler } from "#lib/playground/streams/commit-scheduler.ts";
import { createEventLog, type EventLog } from "#lib/playground/streams/event-log.ts";
import { loadResponseReader } from "./load-response-reader.ts";

export type LiveProblem = { code: string | undefined; message: string };

export type LiveView = {
  /** `closed`: the link does not open the response, or not any longer; `problem` has the reason. */
  phase: "loading" | "watching" | "ended" | "closed";
  state: LiveState | undefined;
  response: ModelResponse;
  /** Events so far; a change shows that `events` has more. */
  eventCount: number;
  problem: LiveProblem | undefined;
  /** Message of an error event of the response itself. */
  failure: string | undefined;
};

export type LiveWatch = {
  get(): LiveView;
  subscribe(listener: () => void): () => void;
  events: EventLog;
  stop(): void;
};

export const NOTHING_YET: LiveView = {
  phase: "loading",
  state: undefined,
  response: EMPTY_RESPONSE,
  eventCount: 0,
  problem: undefined,
  failure: undefined,
};

/** The gateway closes the log of a response just after its last byte. */
const FINAL_STATE = { tries: 10, waitMs: 300 };
const LOST: LiveProblem = { code: undefined, message: "The connection was lost." };

export function watchLive(secret: string, send: typeof fetch = fetch): LiveWatch {
  const abort = new AbortController();
  const { signal } = abort;
  const events = createEventLog();
  const listeners = new Set<() => void>();
  const startedAt = performance.now();
  let view = NOTHING_YET;
  let reader: ResponseReader | undefined;
  let eventCount = 0;
  let ending: LiveProblem | undefined;
  let failure: string | undefined;

  function change(changes: Partial<LiveView>): void {
    view = { ...view, ...changes };
    for (const listener of listeners) listener();
  }
  const scheduler = createCommitScheduler(() =>
    change({ response: reader?.snapshot() ?? EMPTY_RESPONSE, eventCount, failure }),
  );

  /** Asks again while the gateway says when to. @throws LiveClosed for any other error */
  async function ask(path: string): Promise<Response> {
    for (;;) {
      const response = await send(`/api/live/${encodeURIComponent(secret)}${path}`, { signal, cache: "no-store" });
      if (response.ok) return response;
      const { status, headers } = response;
      const error = readErrorResponse({ status, headers, body: await response.text() });
      const seconds = Number(headers.get("retry-after"));
      if (!(seconds > 0)) throw new LiveClosed({ code: error.code, message: error.message });
      await wait(seconds * 1_000, signal);
    }
  }

  function apply(data: string): void {
    if (!reader || data === "[DONE]") return;
    try {
      const chunk: unknown = JSON.parse(data);
      failure ??= readErrorFrame(chunk)?.message ?? reader.apply(chunk).failure?.message;
    } catch {
      // An event that the text cannot be read from is among the events all the same.
    }
  }

  function add(event: StreamEvent): void {
    if (event.name === LIVE_END_EVENT) {
      ending = JSON.parse(event.data) as LiveProblem;
      return;
    }
    if (event.form !== "comment") {
      events.add({ at: performance.now() - startedAt, ...event });
      eventCount++;
      apply(event.data);
    }
    scheduler.request();
  }

  async function readBody({ body, headers }: Response): Promise<void> {
    if (body && headers.get("content-type")?.includes("event-stream")) return readEventStream(body, add);
    add({ data: await new Response(body).text(), form: "body" });
  }

  async function readFinalState(): Promise<LiveState> {
    for (let tries = FINAL_STATE.tries; ; tries--) {
      const state = (await (await ask("")).json()) as LiveState;
      if (state.state !== "running" || tries === 0) return state;
      await wait(FINAL_STATE.waitMs, signal);
    }
  }

  async function run(): Promise<void> {
    change({ state: (await (await ask("")).json()) as LiveState });
    const response = await ask("/events");
    // Known by now: the response has begun.
    const state = (await (await ask("")).json()) as LiveState;
    reader = await loadResponseReader(state.dialect);
    change({ phase: "watching", state });
    await readBody(response);
    scheduler.flush();
    if (ending) throw new LiveClosed(ending);
    const final = await readFinalState();
    if (final.state === "running") throw new LiveClosed(LOST);
    change({ phase: "ended", state: final });
  }

  run()
    .catch((error: unknown) => {
      if (signal.aborted) return;
      scheduler.flush();
      change({ phase: "closed", problem: error instanceof LiveClosed ? error.problem : LOST });
    })
    .finally(() => scheduler.dispose());

  return {
    get: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    events,
    stop: () => abort.abort(),
  };
}

class LiveClosed extends Error {
  readonly problem: LiveProblem;
  constructor(problem: LiveProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
