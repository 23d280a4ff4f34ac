/** How long to wait before the list of tasks is read again. */
import { isUnderWay, type VideoTask } from "#lib/playground/videos/video-task.ts";

/** Milliseconds. A short video takes seconds, so the first looks are close together. */
const FIRST_WAIT = 800;
const LONGEST_WAIT = 10_000;
const GROWTH = 1.4;

export type PollPace = (reading: {
  /** Tells one reading of the list from the next. */
  mark: number;
  tasks: readonly VideoTask[];
  /** What the server asks for (header `openai-poll-after-ms`). */
  pollAfter?: number;
}) => number | false;

/**
 * The wait grows while nothing changes and is short again as soon as something does; false when nothing is under way.
 * The same mark gives the same wait, however often it is asked for.
 */
export function createPollPace(): PollPace {
  let lastMark = Number.NaN;
  let lastSeen = "";
  let wait = FIRST_WAIT;
  return ({ mark, tasks, pollAfter }) => {
    const waiting = tasks.filter(isUnderWay);
    if (waiting.length === 0) return false;
    if (mark !== lastMark) {
      const seen = waiting.map(({ id, state, progress }) => `${id} ${state} ${progress}`).join();
      wait = seen === lastSeen ? Math.min(LONGEST_WAIT, wait * GROWTH) : FIRST_WAIT;
      lastMark = mark;
      lastSeen = seen;
    }
    return Math.round(Math.max(wait, pollAfter ?? 0));
  };
}
