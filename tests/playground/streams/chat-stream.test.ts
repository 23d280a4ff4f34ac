import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { parseEventStream, readEventStream, type StreamEvent } from "#lib/playground/streams/chat-stream.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** A body of the given chunks, and what it was cancelled with. */
function bodyOf(chunks: Iterable<Uint8Array>): { body: ReadableStream<Uint8Array>; cancelled: unknown[] } {
  const cancelled: unknown[] = [];
  const left = chunks[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = left.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => void cancelled.push(reason),
  });
  return { body, cancelled };
}

async function readEvents(chunks: Iterable<Uint8Array>): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  await readEventStream(bodyOf(chunks).body, (event) => events.push(event));
  return events;
}

function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test("reads the same events at any chunk boundary", async () => {
  const text = fc
    .array(fc.constantFrom("\r", "\n", "\r\n", "data: a", "data:", "event: b", ": c", "é", "\n\n"), { maxLength: 16 })
    .map((words) => words.join(""));
  const sizes = fc.integer({ min: 1, max: 6 });
  await fc.assert(
    fc.asyncProperty(text, sizes, async (written, size) => {
      expect(await readEvents(cut(new TextEncoder().encode(written), size))).toEqual(parseEventStream(written));
    }),
    { numRuns: 500 },
  );
});

test("scans an event in linear time, however many chunks it has", async () => {
  const size = 1_000_000;
  const bytes = new TextEncoder().encode(`data: ${"x".repeat(size)}\n\ndata: last\n\n`);
  let scanned = 0;
  const exec = RegExp.prototype.exec;
  vi.spyOn(RegExp.prototype, "exec").mockImplementation(function (this: RegExp, text: string) {
    scanned += text.length - this.lastIndex;
    return exec.call(this, text);
  });
  const events = await readEvents(cut(bytes, 16_384));
  vi.restoreAllMocks();
  expect(events.map(({ data }) => data.length)).toEqual([size, 4]);
  // Once for the blank line, and once by the library, which looks for a byte order mark in the first event.
  expect(scanned).toBeGreaterThanOrEqual(size);
  expect(scanned).toBeLessThan(size * 2.1);
});

test("cancels the body when a listener throws", async () => {
  const { body, cancelled } = bodyOf([new TextEncoder().encode("data: 1\n\ndata: 2\n\n")]);
  const refused = new Error("cannot be read");
  const read = readEventStream(body, () => {
    throw refused;
  });
  await expect(read).rejects.toBe(refused);
  expect(cancelled).toEqual([refused]);
});
