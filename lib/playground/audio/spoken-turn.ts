/** The response that is read aloud; one at a time. */
import { createStore } from "../shell/create-store.ts";
import type { Reading } from "./read-aloud.ts";

type SpokenTurn = {
  turnId?: string | undefined;
  /** Number of the reading: the same response can be read again. */
  reading: number;
};

export const spokenTurn = createStore<SpokenTurn>({ reading: 0 });

/** Speech of the reading; it belongs to no bar, so that a bar that is mounted anew goes on with it. */
let speech: { number: number; current: Reading } | undefined;
let bars = 0;

/** Reads this response aloud from its beginning, in place of what is read now. */
export function readTurnAloud(turnId: string): void {
  endSpeech();
  spokenTurn.set(({ reading }) => ({ turnId, reading: reading + 1 }));
}

/** Ends the reading and removes its bar. */
export function stopReadingAloud(): void {
  endSpeech();
  spokenTurn.set({ turnId: undefined });
}

/**
 * Returns the speech of a reading, which begins with the first call.
 * @returns undefined when the reading was stopped, or another one has begun
 */
export function openSpeech(number: number, begin: () => Reading): Reading | undefined {
  const { turnId, reading } = spokenTurn.get();
  if (turnId === undefined || reading !== number) return undefined;
  if (speech?.number !== number) speech = { number, current: begin() };
  return speech.current;
}

/**
 * Notes that a bar is shown. Once none is, because the conversation was left, the reading ends: a page that is opened
 * again does not begin to speak by itself.
 * @returns a function for when the bar has gone
 */
export function noteBar(): () => void {
  bars += 1;
  return () => {
    bars -= 1;
    // A list that is laid out anew mounts its bar again at once.
    setTimeout(() => {
      if (bars === 0) stopReadingAloud();
    });
  };
}

/** Returns the number of the reading of this response; undefined when it is not read aloud. */
export const selectReading = (turnId: string) => (state: SpokenTurn) =>
  state.turnId === turnId ? state.reading : undefined;

function endSpeech(): void {
  speech?.current.stop();
  speech = undefined;
}
