import { describe, expect, it } from "vitest";
import { createEventReader, type EventReader, type ServerSentEvent } from "#lib/http/event-reader.ts";

/**
 * Named and unnamed events, comments, a BOM, several data lines, all three line ends, characters of two to four bytes.
 */
const STREAM = [
  '\uFEFFevent: start\ndata: {"text":"naïve — 日本 🧪"}\n\n',
  ": a comment\n\n",
  "id: 7\r\nretry: 10\r\nevent: middle\r\ndata: [1,\r\ndata:  2]\r\n\r\n",
  'data:{"a":"b"}\r\r',
  'event: é🧪\ndata: "🧪"\nunknown: 1\n\n',
  "data: [DONE]\n\n",
];
const EVENTS = [
  ["start", '{"text":"naïve — 日本 🧪"}'],
  ["middle", "[1,\n 2]"],
  [undefined, '{"a":"b"}'],
  ["é🧪", '"🧪"'],
  [undefined, "[DONE]"],
];

function createReader(onEvent: (event: ServerSentEvent) => void): EventReader {
  return createEventReader({
    onEvent,
    largestEvent: 1_000,
    onTooLarge: () => {
      throw new Error("No event here is large.");
    },
  });
}

function read(chunks: Uint8Array[]): unknown[] {
  const events: ServerSentEvent[] = [];
  const reader = createReader((event) => events.push(event));
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
  reader.end();
  return events.map(({ event, data }) => [event, data]);
}

describe("events are the same wherever their bytes are cut", () => {
  const bytes = Buffer.from(STREAM.join(""));

  it("not at all", () => {
    expect(read([bytes])).toEqual(EVENTS);
  });

  it("after every byte", () => {
    expect(read(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(EVENTS);
  });

  it("in two, at each byte", () => {
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(read([bytes.subarray(0, at), bytes.subarray(at)]), `cut at byte ${at}`).toEqual(EVENTS);
    }
  });

  it("in pieces of each size up to 20", () => {
    for (let size = 1; size <= 20; size += 1) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      expect(read(pieces), `pieces of ${size} bytes`).toEqual(EVENTS);
    }
  });
});

describe("the end of the bytes", () => {
  it.each([
    ["an event without its blank line counts", 'data: {"a":1}\n', [[undefined, '{"a":1}']]],
    ["and without its line's end", 'data: {"a":1}', [[undefined, '{"a":1}']]],
    ["and the closing word", "data: [DONE]", [[undefined, "[DONE]"]]],
    ["half an event does not", 'data: {"a":', []],
    ["nor one that is cut in a character", Buffer.from('data: "é"').subarray(0, -2), []],
    ["nothing is nothing", "", []],
  ])("%s", (_name, rest, events) => {
    expect(read([Buffer.from(rest)])).toEqual(events);
  });

  it("emits an event at once, not with the next", () => {
    const seen: string[] = [];
    const reader = createReader(({ data }) => seen.push(data));
    reader.push(Buffer.from("data: 1\n\ndata: 2\n\ndata: "));
    expect(seen).toEqual(["1", "2"]);
    reader.push(Buffer.from("3\n\n"));
    expect(seen).toEqual(["1", "2", "3"]);
  });
});

describe("an event without an end", () => {
  /** Feeds the text in chunks; `taken` counts the bytes before the reader gave up. */
  function feed(text: string, size: number): { events: number; refusals: number; taken: number } {
    const counts = { events: 0, refusals: 0, taken: 0 };
    const reader = createEventReader({
      onEvent: () => counts.events++,
      largestEvent: 1_000_000,
      onTooLarge: () => counts.refusals++,
    });
    reader.push(Buffer.from(`data: 1\n\n${text}`));
    while (counts.refusals === 0 && counts.taken < 4_000_000) {
      reader.push(Buffer.alloc(size, "x"));
      counts.taken += size;
    }
    // Later bytes are nobody's.
    reader.push(Buffer.from("\n\ndata: 2\n\n"));
    reader.end();
    return counts;
  }

  it.each([1, 100, 65_536])("is refused once, near the limit, in chunks of %i bytes", (size) => {
    const { events, refusals, taken } = feed("data: ", size);
    expect({ events, refusals }).toEqual({ events: 1, refusals: 1 });
    expect(taken).toBeLessThan(1_000_000 + 2 * 65_536);
  });

  it("is refused also when its lines end", () => {
    let refusals = 0;
    const reader = createEventReader({ onEvent() {}, largestEvent: 10_000, onTooLarge: () => refusals++ });
    for (let line = 0; line < 1_100; line++) reader.push(Buffer.from("data: 12345678\n"));
    expect(refusals).toBe(0);
    for (let line = 0; line < 50; line++) reader.push(Buffer.from("data: 12345678\n"));
    expect(refusals).toBe(1);
  });
});
