import { describe, expect, test } from "vitest";
import type { Batch } from "#lib/store/backend.ts";
import { createWriteBehind } from "#lib/store/write-behind.ts";
import { requestLogRow } from "./request-log-row.ts";

const HOUR_MS = 3_600_000;

/** A database of which the test decides when a write ends and how. */
function createRecorder() {
  const written: Batch[] = [];
  const writtenAtExit: Batch[] = [];
  const lines: string[] = [];
  let failure: Error | undefined;
  let writing = 0;
  let mostAtOnce = 0;
  const writeBehind = createWriteBehind({
    flushIntervalMs: HOUR_MS,
    log: (line) => lines.push(line),
    backend: {
      async write(batch) {
        writing += 1;
        mostAtOnce = Math.max(mostAtOnce, writing);
        await new Promise((resolve) => setImmediate(resolve));
        writing -= 1;
        if (failure) throw failure;
        written.push(batch);
      },
      writeAtExit: (batch) => writtenAtExit.push(batch),
    },
  });
  return {
    ...writeBehind,
    lines,
    written,
    writtenAtExit,
    ids: () => written.flatMap((batch) => batch.rows.map((row) => row.id)),
    appendMany(from: number, to: number) {
      for (let number = from; number < to; number += 1) writeBehind.append(requestLogRow({ id: `${number}` }));
    },
    failWith(error: Error | undefined) {
      failure = error;
    },
    mostAtOnce: () => mostAtOnce,
  };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `${from + index}`);

describe("write-behind", () => {
  test("500 waiting rows are written without waiting for the interval", async () => {
    const recorder = createRecorder();
    recorder.appendMany(0, 499);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(recorder.written).toHaveLength(0);
    recorder.appendMany(499, 500);
    await expect.poll(() => recorder.ids()).toEqual(numbers(0, 500));
  });

  test("flushes do not overlap, keep the order, and include everything appended before the call", async () => {
    const recorder = createRecorder();
    recorder.appendMany(0, 1_300);
    const first = recorder.flush();
    await new Promise((resolve) => setImmediate(resolve));
    recorder.appendMany(1_300, 1_400);
    await Promise.all([recorder.flush(), recorder.flush(), first]);
    expect(recorder.mostAtOnce()).toBe(1);
    expect(recorder.ids()).toEqual(numbers(0, 1_400));
    expect(recorder.written.map((batch) => batch.rows.length)).toEqual([500, 500, 400]);
  });

  test("a key used many times is written once, with its last use", async () => {
    const recorder = createRecorder();
    for (const at of [1, 2, 3]) recorder.touch("key_1", at);
    recorder.touch("key_2", 1);
    await recorder.flush();
    expect(recorder.written.map((batch) => batch.touches)).toEqual([
      [
        { id: "key_1", at: 3 },
        { id: "key_2", at: 1 },
      ],
    ]);
  });

  test("a failed batch stays in front of newer rows, and an older key use does not replace a newer one", async () => {
    const recorder = createRecorder();
    recorder.failWith(new Error("disk full"));
    recorder.appendMany(0, 2);
    recorder.touch("key_1", 1);
    const failed = recorder.flush();
    await new Promise((resolve) => process.nextTick(resolve));
    recorder.appendMany(2, 4);
    recorder.touch("key_1", 2);
    await expect(failed).rejects.toThrow("disk full");
    recorder.failWith(undefined);
    await recorder.flush();
    expect(recorder.ids()).toEqual(["0", "1", "2", "3"]);
    expect(recorder.written[0]?.touches).toEqual([{ id: "key_1", at: 2 }]);
  });

  test("at an exit the current batch is written again, before waiting rows", async () => {
    const recorder = createRecorder();
    recorder.appendMany(0, 600);
    const flushing = recorder.flush();
    await new Promise((resolve) => process.nextTick(resolve));
    recorder.appendMany(600, 601);
    recorder.flushAtExit();
    expect(recorder.writtenAtExit.map((batch) => batch.rows.length)).toEqual([500, 101]);
    expect(recorder.writtenAtExit[0]?.rows[0]?.id).toBe("0");
    await flushing;
    recorder.flushAtExit();
    expect(recorder.writtenAtExit).toHaveLength(2);
  });

  test("50,000 rows are kept while writing fails; the oldest are dropped, counted and reported three times", async () => {
    const recorder = createRecorder();
    recorder.failWith(new Error("disk full"));
    recorder.appendMany(0, 30_000);
    await expect(recorder.flush()).rejects.toThrow("disk full");
    recorder.appendMany(30_000, 60_000);
    await expect(recorder.flush()).rejects.toThrow("disk full");
    recorder.failWith(undefined);
    await recorder.flush();
    const lost = 60_000 - recorder.ids().length;
    expect(lost).toBeGreaterThanOrEqual(10_000);
    expect(lost).toBeLessThanOrEqual(10_500);
    expect(recorder.ids()).toEqual(numbers(lost, 60_000));
    expect(recorder.lines).toEqual([
      expect.stringContaining("cannot be written (disk full)"),
      expect.stringContaining("buffer is full"),
      expect.stringContaining(`${lost} request-log rows were lost`),
    ]);
  });
});
