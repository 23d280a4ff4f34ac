import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Reading, ReadingState } from "#lib/playground/audio/read-aloud.ts";
import {
  noteBar,
  openSpeech,
  readTurnAloud,
  selectReading,
  spokenTurn,
  stopReadingAloud,
} from "#lib/playground/audio/spoken-turn.ts";
import { createStore } from "#lib/playground/shell/create-store.ts";

/** Speeches that were begun, and how many of them were stopped. */
const count = { begun: 0, stopped: 0 };

const begin = (): Reading => {
  count.begun++;
  return {
    store: createStore<ReadingState>({ phase: "playing", piece: 1, pieces: 1 }),
    setPaused: () => {},
    stop: () => count.stopped++,
  };
};

beforeEach(() => {
  vi.useFakeTimers();
  stopReadingAloud();
  Object.assign(count, { begun: 0, stopped: 0 });
});
afterEach(() => vi.useRealTimers());

/** Reads a response aloud. @returns the number of the reading */
function read(turnId: string): number {
  readTurnAloud(turnId);
  return selectReading(turnId)(spokenTurn.get()) ?? Number.NaN;
}

test("a bar that is mounted anew goes on with the speech, which was requested once", () => {
  const number = read("a");
  const gone = noteBar();
  const first = openSpeech(number, begin);
  gone();
  const left = noteBar();
  expect(openSpeech(number, begin)).toBe(first);
  vi.runAllTimers();
  expect([count.begun, count.stopped, spokenTurn.get().turnId]).toEqual([1, 0, "a"]);
  left();
  vi.runAllTimers();
  expect([count.stopped, spokenTurn.get().turnId]).toEqual([1, undefined]);
});

test("a conversation that was left does not begin to speak by itself when it is opened again", () => {
  const number = read("a");
  const left = noteBar();
  openSpeech(number, begin);
  left();
  vi.runAllTimers();
  expect(openSpeech(number, begin)).toBeUndefined();
  expect(count.begun).toBe(1);
});

test("another reading ends the one before, also one of the same response", () => {
  const bar = noteBar();
  openSpeech(read("a"), begin);
  const again = read("a");
  expect(count.stopped).toBe(1);
  openSpeech(again, begin);
  const other = read("b");
  expect(selectReading("a")(spokenTurn.get())).toBeUndefined();
  expect(openSpeech(again, begin)).toBeUndefined();
  openSpeech(other, begin);
  expect([count.begun, count.stopped]).toEqual([3, 2]);
  bar();
  vi.runAllTimers();
  expect(count.stopped).toBe(3);
});
