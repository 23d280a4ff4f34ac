type Turns<Result> = {
  /** Ticks of a timer while the work was under way: none when it blocked the loop. */
  turns: number;
  /** Longest time without a tick, as a share of the whole: on a busy machine both grow. */
  longestStall: number;
  outcome: PromiseSettledResult<Result>;
};

/** Observes the event loop while work is under way. */
export async function countTurns<Result>(work: () => Promise<Result>): Promise<Turns<Result>> {
  const start = performance.now();
  let turns = 0;
  let last = start;
  let longest = 0;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    turns++;
  };
  const counter = setInterval(tick, 1);
  try {
    const [outcome] = await Promise.allSettled([work()]);
    const counted = turns;
    tick();
    return { turns: counted, longestStall: longest / (last - start), outcome };
  } finally {
    clearInterval(counter);
  }
}
