/** Times of chunks that are played again. */
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { playChunks } from "#lib/records/recorded-chunks.ts";

const { signal } = new AbortController();

/** Plays eight chunks, the second of which is late. @returns the time of the last */
async function playWithLateChunk(): Promise<number> {
  const startedAt = performance.now();
  const chunks = Array.from({ length: 8 }, (_, index): [number, string] => [index * 40, String(index)]);
  let last = 0;
  for await (const text of playChunks(chunks, { speed: 1, startedAt, signal })) {
    last = performance.now() - startedAt;
    // Twice as long as between two chunks.
    if (text === "1") await delay(80);
  }
  return last;
}

it("a late chunk makes no other late: each time counts from the beginning", async () => {
  const times: number[] = [];
  // Added up, the last would always come 80 ms after its time; a busy machine may be as late now and then.
  while (times.length < 20 && !times.some((time) => time < 355)) times.push(await playWithLateChunk());
  expect(Math.min(...times)).toBeLessThan(355);
  // A timer may be early by one millisecond.
  expect(Math.min(...times)).toBeGreaterThanOrEqual(279);
});

it("counts from an earlier beginning, and has no waits without a speed", async () => {
  const startedAt = performance.now() - 60_000;
  const begunAt = performance.now();
  const texts: string[] = [];
  for await (const text of playChunks(
    [
      [0, "a"],
      [59_000, "b"],
    ],
    { speed: 1, startedAt, signal },
  ))
    texts.push(text);
  for await (const text of playChunks([[90_000, "c"]], { speed: 0, startedAt: begunAt, signal })) texts.push(text);
  expect(texts).toEqual(["a", "b", "c"]);
  expect(performance.now() - begunAt).toBeLessThan(5_000);
});
