/** The bounds within which a gateway has to answer whatever it is sent. */
import { availableParallelism, loadavg } from "node:os";
import { expect } from "vitest";
import type { WatchedGateway } from "./watched-gateway.ts";

const BOUNDS = { milliseconds: 2_000, stallMs: 100, grownMegabytes: 64 };
const TRIES = 3;
/** Processes that wait for a core for each that has one: with them a response, and a stall, take that much longer. */
const waiting = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/**
 * Does the work, up to three times where another process took the core at the wrong time, and fails when no try keeps
 * within the bounds: a response in 2 s of an idle machine, no stall of 100 ms, and no growth of memory by 64 MB beyond
 * the input.
 * @param inputBytes of what the work sends
 */
export async function watchWithin<Result>(
  gateway: WatchedGateway,
  work: () => Promise<Result>,
  inputBytes: number,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const { result, milliseconds, stallMs, grownMegabytes = 0 } = await gateway.watch(work);
    const toll = {
      milliseconds: milliseconds / waiting(),
      stallMs: stallMs / waiting(),
      grownMegabytes: grownMegabytes - inputBytes / 2 ** 20,
    };
    const isWithin = (Object.keys(BOUNDS) as (keyof typeof BOUNDS)[]).every((name) => toll[name] < BOUNDS[name]);
    if (isWithin) return result;
    if (tries === TRIES) expect.fail(`Beyond ${JSON.stringify(BOUNDS)}: ${JSON.stringify(toll)}`);
  }
}
