import { describe, expect, it } from "vitest";
import { Tape, type TapeOptions } from "#lib/gateway/exchanges/tape.ts";
import type { PushSource } from "#lib/http/exchange.ts";

function tapeOf(options: Partial<TapeOptions> & { most?: number } = {}) {
  const { most = 1_000_000, ...rest } = options;
  return new Tape({ allowance: () => most, waits: true, onSize() {}, ...rest });
}

/** Plays a source as a connection does that takes `room` writes before it is full. */
function play(source: PushSource, { room = Number.POSITIVE_INFINITY }: { room?: number } = {}) {
  const played = { writes: [] as string[], ended: false, error: undefined as Error | undefined, room };
  source.start({
    write(chunk) {
      if (chunk.length > 0) played.writes.push(Buffer.from(chunk).toString());
      played.room--;
      return played.room > 0;
    },
    end: () => {
      played.ended = true;
    },
    fail: (error) => {
      played.error = error;
    },
  });
  return played;
}

const text = ({ writes }: { writes: string[] }) => writes.join("");

describe("a tape", () => {
  it("gives each reader everything from where it begins, live and later, each write whole", () => {
    const tape = tapeOf();
    tape.write("one ");
    const early = play(tape.reader({ from: 0, onDone() {} }));
    const events = Array.from({ length: 3_000 }, (_, index) => `data: é${index}\n\n`);
    for (const event of events) tape.write(event);
    const onward = play(tape.reader({ from: Buffer.byteLength("one "), onDone() {} }));
    tape.close();
    const late = play(tape.reader({ from: 0, onDone() {} }));
    expect(early.writes).toEqual(["one ", ...events]);
    expect(text(late)).toBe(`one ${events.join("")}`);
    expect(text(onward)).toBe(events.join(""));
    for (const write of onward.writes) expect(write.endsWith("\n\n")).toBe(true);
    expect([early.ended, late.ended, onward.ended]).toEqual([true, true, true]);
  });

  it("keeps back-pressure to the reader that causes it", () => {
    const tape = tapeOf();
    const slowSource = tape.reader({ from: 0, onDone() {} });
    const slow = play(slowSource, { room: 1 });
    const fast = play(tape.reader({ from: 0, onDone() {} }));
    for (const part of ["a", "b", "c"]) expect(tape.write(part)).toBe(true);
    tape.close();
    expect([text(slow), slow.ended]).toEqual(["a", false]);
    expect([text(fast), fast.ended]).toEqual(["abc", true]);
    slow.room = 10;
    slowSource.resume();
    expect([text(slow), slow.ended]).toEqual(["abc", true]);
  });

  it("gives up its oldest bytes when nobody has still to read them, and stays under its bound", () => {
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

  it("has its writer wait for the slowest reader, and tells it when there is room", () => {
    let rooms = 0;
    const tape = tapeOf({ most: 100_000, onRoom: () => rooms++ });
    const source = tape.reader({ from: 0, onDone() {} });
    const reader = play(source, { room: 1 });
    let written = 0;
    while (tape.write(Buffer.alloc(40_000, "x"))) written++;
    expect(written).toBeLessThan(4);
    expect(rooms).toBe(0);
    reader.room = 1_000;
    source.resume();
    expect(rooms).toBe(1);
    expect(text(reader)).toHaveLength(tape.end);
    expect(tape.write("more")).toBe(true);
  });

  it("does not wait for a reader that has left", () => {
    let rooms = 0;
    let how: unknown;
    const tape = tapeOf({ most: 100_000, onRoom: () => rooms++ });
    const source = tape.reader({
      from: 0,
      onDone: (ending) => {
        how = ending;
      },
    });
    play(source, { room: 1 });
    while (tape.write(Buffer.alloc(40_000, "x")));
    source.cancel();
    source.cancel();
    expect([rooms, how]).toEqual([1, "left"]);
  });

  it("cuts a reader that falls behind where the writer waits for nobody", () => {
    const tape = tapeOf({ most: 100_000, waits: false });
    const slow = play(tape.reader({ from: 0, onDone() {} }), { room: 1 });
    for (let index = 0; index < 10; index++) expect(tape.write(Buffer.alloc(40_000, "x"))).toBe(true);
    expect(slow.error?.message).toMatch(/fell behind/);
  });

  it("cuts its readers, those to come too, when what it held broke off", () => {
    const tape = tapeOf();
    tape.write("half");
    const early = play(tape.reader({ from: 0, onDone() {} }));
    tape.close(new Error("stopped"));
    const late = play(tape.reader({ from: 0, onDone() {} }));
    for (const reader of [early, late]) {
      expect([text(reader), reader.ended, reader.error?.message]).toEqual(["half", false, "stopped"]);
    }
  });
});
