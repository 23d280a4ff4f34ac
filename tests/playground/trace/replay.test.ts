import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createResponseReader } from "#lib/playground/conversation/model-response.ts";
import type { TraceEvent } from "#lib/playground/streams/event-log.ts";
import { replays, selectReplay, setReplaySpeed, showReplay } from "#lib/playground/trace/replays.ts";
import { canReplay, startReplay } from "#lib/playground/trace/start-replay.ts";

const delta = (at: number, content: string): TraceEvent => ({
  at,
  data: JSON.stringify({ choices: [{ index: 0, delta: { content } }] }),
});
const record = {
  request: "{}",
  events: [
    delta(100, "One "),
    { at: 150, data: "ping", form: "comment" as const },
    delta(600, "two"),
    { at: 1000, data: "[DONE]" },
  ],
  droppedCount: 0,
  timings: { headers: 80, end: 1200 },
};
const start = (turnId = "turn") =>
  startReplay({ turnId, record, answer: createResponseReader(), settled: { choices: [] }, now: () => Date.now() });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false, addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => setTimeout(callback, 1));
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => clearTimeout(frame));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("replays events at their original times", async () => {
  const replay = start();
  const ended = vi.fn();
  void replay.ended.then(ended);
  const text = () => replay.live.get().answer.choices[0]?.text;
  await vi.advanceTimersByTimeAsync(99);
  expect(replay.trace.record().events).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  expect(text()).toBe("One ");
  await vi.advanceTimersByTimeAsync(400);
  expect(replay.trace.record().events).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(300);
  expect(text()).toBe("One two");
  expect(replay.live.get().timings).toMatchObject({ firstToken: 100, lastToken: 600 });
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  expect(ended).toHaveBeenCalled();
  expect(replay.trace.record().events).toEqual(record.events);
});

test("shows a malformed event without adding content", async () => {
  const bad = { at: 150, data: JSON.stringify({ choices: [{ index: -1, delta: { content: "x" } }] }) };
  const events = [delta(100, "One "), bad, delta(200, "two")];
  const replay = startReplay({
    turnId: "turn",
    record: { ...record, events },
    answer: createResponseReader(),
    settled: { choices: [] },
    now: () => Date.now(),
  });
  await vi.advanceTimersByTimeAsync(1300);
  await replay.ended;
  expect(replay.live.get().answer.choices.map(({ text }) => text)).toEqual(["One two"]);
  expect(replay.trace.record().events).toEqual(events);
});

test("changes the speed from the current position", async () => {
  const replay = start();
  await vi.advanceTimersByTimeAsync(200);
  replay.setSpeed(4);
  await vi.advanceTimersByTimeAsync(101);
  expect(replay.trace.record().events).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(100);
  expect(replay.trace.record().events).toHaveLength(4);
});

test("runs one replay at a time at the chosen speed, until stopped", async () => {
  setReplaySpeed(4);
  const first = start("first");
  showReplay(first);
  await vi.advanceTimersByTimeAsync(30);
  expect(first.trace.record().events).toHaveLength(1);
  const second = start("second");
  showReplay(second);
  await vi.advanceTimersByTimeAsync(0);
  expect(selectReplay("first")(replays.get())).toBeUndefined();
  expect(selectReplay("second")(replays.get())).toBe(second);
  second.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(replays.get().replay).toBeUndefined();
  expect(first.trace.record().events).toHaveLength(1);
  setReplaySpeed(1);
});

test("replays complete, successful streams only", () => {
  expect(canReplay(record)).toBe(true);
  expect(canReplay({ ...record, droppedCount: 1 })).toBe(false);
  expect(canReplay({ ...record, status: 429 })).toBe(false);
  expect(canReplay({ ...record, events: [] })).toBe(false);
  expect(canReplay({ ...record, events: [{ at: 1, data: "{}", form: "body" }] })).toBe(false);
});
