/** Runs long work on the event loop, with turns for others in between. */
import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds of work before others have a turn. */
const LONGEST_TURN = 10;

/** Runs all steps, each of which is short. @returns the last one */
export async function runInSlices<Step>(steps: Iterable<Step>): Promise<Step | undefined> {
  let begun = performance.now();
  let last: Step | undefined;
  for (last of steps) {
    if (performance.now() - begun < LONGEST_TURN) continue;
    await nextTurn();
    begun = performance.now();
  }
  return last;
}
