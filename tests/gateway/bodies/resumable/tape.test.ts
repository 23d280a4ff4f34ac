import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Tape, type TapeOptions, type TapeReader } from "#lib/gateway/bodies/resumable/tape.ts";

function tapeOf(options: Partial<TapeOptions> & { most?: number } = {}) {
  const { most = 1_000_000, ...rest } = options;
  return new Tape({ allowance: () => most, waits: true, onSize() {}, ...rest });
}

/** Reads as a connection does that takes `room` chunks before it is full. */
function play(reader: TapeReader, { room = Number.POSITIVE_INFINITY }: { room?: number } = {}) {
  const played = { writes: [] as string[], ended: false, error: undefined as Error | undefined, room };
  const go = async () => {
    try {
      while (played.room > 0) {
        const { done, value } = await reader.next();
        if (done) {
          played.ended = true;
          return;
        }
        played.writes.push(Buffer.from(value).toString());
        played.room--;
      }
    } catch (error) {
      played.error = error as Error;
    }
  };
  return Object.assign(played, { go, playing: go() });
}

const text = ({ writes }: { writes: string[] }) => writes.join("");

describe("a tape", () => {
  it("gives each reader every write from its offset, live and later", async () => {
    const tape = tapeOf();
    tape.write("one ");
    const early = play(tape.reader({ from: 0 }));
    const events = Array.from({ length: 3_000 }, (_, index) => `data: é${index}\n\n`);
    for (const event of events) {
      tape.write(event);
      if (event.includes("00")) await turn();
    }
    const onward = play(tape.reader({ from: Buffer.byteLength("one ") }));
    tape.close();
    const late = play(tape.reader({ from: 0 }));
    await Promise.all([early.playing, onward.playing, late.playing]);
    expect(text(early)).toBe(`one ${events.join("")}`);
    expect(text(late)).toBe(`one ${events.join("")}`);
    expect(text(onward)).toBe(events.join(""));
    for (const write of [...onward.writes, ...early.writes.slice(1)]) expect(write.endsWith("\n\n")).toBe(true);
    expect([early.ended, late.ended, onward.ended]).toEqual([true, true, true]);
  });

  it("never waits for a reader that holds nothing, and cuts it off when it falls behind", async () => {
    const tape = tapeOf({ most: 10_000 });
    const watcher = play(tape.reader({ from: 0, holds: false }), { room: 1 });
    for (let count = 0; count < 50; count++) {
      expect(tape.write("x".repeat(1_000))).toBe(true);
      await turn();
    }
    expect(tape.start).toBeGreaterThan(0);
    watcher.room = Number.POSITIVE_INFINITY;
    await watcher.go();
    expect(watcher.error?.message).toMatch(/fell behind/);
  });

  it("applies back-pressure to the reader that causes it only", async () => {
    const tape = tapeOf();
    const slow = play(tape.reader({ from: 0 }), { room: 1 });
    const fast = play(tape.reader({ from: 0 }));
    for (const part of ["a", "b", "c"]) {
      expect(tape.write(part)).toBe(true);
      await turn();
    }
    tape.close();
    await fast.playing;
    expect([text(slow), slow.ended]).toEqual(["a", false]);
    expect([text(fast), fast.ended]).toEqual(["abc", true]);
    slow.room = 10;
    await slow.go();
    expect([text(slow), slow.ended]).toEqual(["abc", true]);
  });

  it("drops its oldest bytes once all readers have them, and stays within its limit", () => {
    const tape = tapeOf({ most: 256 * 1024 });
    let size = 0;
    for (let index = 0; index < 100; index++) {
      expect(tape.write(Buffer.alloc(50_000, index))).toBe(true);
      size = Math.max(size, tape.size);
    }
    expect(tape.end).toBe(5_000_000);
    expect(tape.start).toBeGreaterThan(4_700_000);
    expect(size).toBeLessThan(400_000);
  });

  it("makes its writer wait for the slowest reader, and reports room", async () => {
    let rooms = 0;
    const tape = tapeOf({ most: 100_000, onRoom: () => rooms++ });
    const reader = play(tape.reader({ from: 0 }), { room: 1 });
    let written = 0;
    while (tape.write(Buffer.alloc(40_000, "x"))) written++;
    expect(written).toBeLessThan(4);
    expect(rooms).toBe(0);
    await reader.playing;
    reader.room = 1_000;
    void reader.go();
    await turn();
    expect(rooms).toBe(1);
    expect(text(reader)).toHaveLength(tape.end);
    expect(tape.write("more")).toBe(true);
  });

  it("does not wait for a reader that has returned, and reports room once", async () => {
    let rooms = 0;
    let done = 0;
    const tape = tapeOf({ most: 100_000, onRoom: () => rooms++ });
    const reader = tape.reader({ from: 0, onDone: () => done++ });
    while (tape.write(Buffer.alloc(40_000, "x")));
    await reader.return();
    await reader.return();
    expect([rooms, done]).toEqual([1, 1]);
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });

  it("releases a waiting reader that returns", async () => {
    const reader = tapeOf().reader({ from: 0 });
    const waiting = reader.next();
    await reader.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it("fails a reader that falls behind a writer that does not wait", async () => {
    const tape = tapeOf({ most: 100_000, waits: false });
    const slow = play(tape.reader({ from: 0 }), { room: 1 });
    for (let index = 0; index < 10; index++) expect(tape.write(Buffer.alloc(40_000, "x"))).toBe(true);
    slow.room = 10;
    await slow.playing;
    expect(slow.error?.message).toMatch(/fell behind/);
  });

  it("fails its readers, also later ones, when its writer failed", async () => {
    const tape = tapeOf();
    tape.write("half");
    const early = play(tape.reader({ from: 0 }));
    tape.close(new Error("stopped"));
    const late = play(tape.reader({ from: 0 }));
    await Promise.all([early.playing, late.playing]);
    for (const reader of [early, late]) {
      expect([text(reader), reader.ended, reader.error?.message]).toEqual(["half", false, "stopped"]);
    }
  });
});
