/**
 * Replays a recorded response at its own pace. Nothing is sent: the dialect's reader reads the saved events once more.
 */

import type { LiveResponse } from "../chat/chat-run.ts";
import { EMPTY_RESPONSE, type ModelResponse, type ResponseReader } from "../conversation/model-response.ts";
import { createCommitScheduler } from "../streams/commit-scheduler.ts";
import { createEventLog, type TraceEvent } from "../streams/event-log.ts";
import { recordTime, type StreamTimings } from "../streams/metrics.ts";
import type { Replay } from "./replays.ts";
import { skipMalformed } from "./skip-malformed.ts";
import type { Trace } from "./trace.ts";

/** Returns true when a record has a whole stream, from its first event on. */
export function canReplay({ events, droppedCount, status = 200 }: Trace): boolean {
  return events.length > 0 && droppedCount === 0 && status < 400 && events[0]?.form !== "body";
}

export function startReplay({
  turnId,
  record,
  answer,
  settled,
  now = () => performance.now(),
}: {
  turnId: string;
  record: Trace;
  /** The dialect's reader, without any events applied. */
  answer: ResponseReader;
  /** The final response: its files are shown, since the record does not contain their bytes. */
  settled: ModelResponse;
  now?: () => number;
}): Replay {
  const { events: recorded } = record;
  const length = Math.max(record.timings?.end ?? 0, recorded.at(-1)?.at ?? 0);
  const startedAt = now();
  const reader = skipMalformed(answer);
  const events = createEventLog();
  const listeners = new Set<() => void>();
  const timings: StreamTimings = {};
  let view: LiveResponse = { answer: EMPTY_RESPONSE, timings };
  let speed = 1;
  /** Time in the recording when the speed was last changed, and the clock's time then. */
  let since = { recording: 0, clock: startedAt };
  let next = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });

  const scheduler = createCommitScheduler(() => {
    view = { answer: withFiles(reader.snapshot(), settled), timings: { ...timings } };
    for (const listener of listeners) listener();
  });

  /** Returns the position in the recording, in milliseconds since its request. */
  const position = () => since.recording + (now() - since.clock) * speed;

  function play(event: TraceEvent): void {
    events.add(event);
    const chunk = event.form === "comment" ? undefined : parse(event.data);
    if (chunk === undefined) return;
    const effect = reader.apply(chunk);
    recordTime(timings, effect, event.at);
    void effect.pending?.then(() => scheduler.request());
    if (timings.firstToken !== undefined) scheduler.request();
  }

  function step(): void {
    const reached = position();
    for (let event = recorded[next]; event && event.at <= reached; event = recorded[next]) {
      play(event);
      next += 1;
    }
    const due = recorded[next]?.at ?? (reached < length ? length : undefined);
    if (due === undefined) stop();
    else timer = setTimeout(step, Math.max(0, (due - reached) / speed));
  }

  function stop(): void {
    clearTimeout(timer);
    scheduler.flush();
    scheduler.dispose();
    end();
  }

  timer = setTimeout(step, 0);
  return {
    turnId,
    length,
    position: () => Math.min(length, position()),
    startedAt,
    ended,
    stop,
    live: {
      get: () => view,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    trace: {
      record: () => ({
        ...record,
        events: events.events(),
        droppedCount: 0,
        timings: { ...timings, headers: record.timings?.headers },
      }),
      subscribe: events.subscribe,
    },
    setSpeed(changed) {
      since = { recording: position(), clock: now() };
      speed = changed;
      clearTimeout(timer);
      timer = setTimeout(step, 0);
    },
  };
}

function withFiles(answer: ModelResponse, settled: ModelResponse): ModelResponse {
  const choices = answer.choices.map((choice, index) => {
    const known = settled.choices[index]?.files;
    return choice.files && known ? { ...choice, files: choice.files.map((file, at) => known[at] ?? file) } : choice;
  });
  return { ...answer, choices };
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
