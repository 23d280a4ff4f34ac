/** Computes the wait before the list of tasks is read again. */
import { isUnderWay, type VideoTask } from "#lib/playground/videos/video-task.ts";

/** First wait in milliseconds. A short video takes seconds, so polling starts fast. */
const FIRST_WAIT = 800;
const LONGEST_WAIT = 10_000;
const GROWTH = 1.4;

export type PollPace = (reading: {
  /** Identifies one read of the list. */
  mark: number;
  tasks: readonly VideoTask[];
  /** Wait that the server asks for (header `openai-poll-after-ms`). */
  pollAfter?: number;
}) => number | false;

/**
 * Returns the wait in milliseconds, which grows while nothing changes and is reset by a change; false when no task is
 * under way. The same mark always gives the same wait.
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
