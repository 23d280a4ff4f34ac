/** Pace: the speed of a streamed response, and waits that end when the client disconnects. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Random } from "../random.ts";

/** Waits; resolves early, never rejects, when the signal aborts. Its timer is cleared in both cases. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done, { once: true });
  });
}

export type Pace = {
  /** Resolves when `tokens` more tokens are due. */
  spend(tokens: number): Promise<void>;
};

/** Pieces of an unpaced response between turns for other work: a signal cannot abort while only promises run. */
const PIECES_PER_TURN = 64;

/**
 * Creates a pace of `tokensPerSecond`, with a jitter of a quarter either way; none when it is 0 or not finite. Due
 * times are relative to the start, so that late timers are compensated and the rate is exact.
 */
export function createPace({
  tokensPerSecond,
  random,
  signal,
}: {
  tokensPerSecond: number;
  random: Random;
  signal: AbortSignal;
}): Pace {
  if (!(tokensPerSecond > 0 && Number.isFinite(tokensPerSecond))) return createUnpaced();
  const interval = 1000 / tokensPerSecond;
  let due = performance.now();
  let sinceTurn = 0;
  return {
    async spend(tokens) {
      due += tokens * interval * (0.75 + random.next() / 2);
      const early = due - performance.now();
      // Timers have a resolution of one millisecond; the next wait compensates for a shorter one.
      if (early >= 1) {
        sinceTurn = 0;
        await wait(early, signal);
      } else if (++sinceTurn >= PIECES_PER_TURN) {
        sinceTurn = 0;
        await nextTurn();
      }
    },
  };
}

function createUnpaced(): Pace {
  let pieces = 0;
  return {
    async spend() {
      if (++pieces % PIECES_PER_TURN === 0) await nextTurn();
    },
  };
}
