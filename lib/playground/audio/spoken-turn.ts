/** The response that is read aloud; one at a time. */
import { createStore } from "../shell/create-store.ts";

type SpokenTurn = {
  turnId?: string | undefined;
  /** Number of the reading: the same response can be read again. */
  reading: number;
};

export const spokenTurn = createStore<SpokenTurn>({ reading: 0 });

/** Reads this response aloud, in place of what is read now. */
export function readTurnAloud(turnId: string): void {
  spokenTurn.set(({ reading }) => ({ turnId, reading: reading + 1 }));
}

/** Ends a reading and removes its bar; nothing happens when another one has begun. */
export function stopReadingAloud(reading: number): void {
  if (spokenTurn.get().reading === reading) spokenTurn.set({ turnId: undefined });
}

/** Returns the number of the reading of this response; undefined when it is not read aloud. */
export const selectReading = (turnId: string) => (state: SpokenTurn) =>
  state.turnId === turnId ? state.reading : undefined;
