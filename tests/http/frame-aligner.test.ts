import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFrameAligner, type FrameAligner } from "#lib/http/frame-aligner.ts";

function createAligner(): FrameAligner {
  return createFrameAligner({
    largestEvent: 1_000_000,
    onTooLarge: () => {
      throw new Error("No event here is large.");
    },
  });
}

/** Feeds `text` cut at the given places; returns what each push gave out. */
function align(text: string, cuts: number[]): { given: string[]; rest: string } {
  const bytes = Buffer.from(text);
  const places = [0, ...new Set(cuts.map((cut) => cut % (bytes.length + 1))), bytes.length].sort((a, b) => a - b);
  const aligner = createAligner();
  const given: string[] = [];
  for (let index = 1; index < places.length; index++) {
    const chunk = bytes.subarray(places[index - 1], places[index]);
    if (chunk.length === 0) continue;
    const whole = aligner.push(chunk);
    if (whole) given.push(whole.toString("utf8"));
  }
  return { given, rest: aligner.rest()?.toString("utf8") ?? "" };
}

const newline = fc.constantFrom("\n", "\r\n");
const frame = fc
  .tuple(fc.string({ unit: "grapheme" }), newline)
  .map(([text, end]) => `data: ${JSON.stringify(text)}${end}${end}`);

describe("the frame aligner", () => {
  it("loses and reorders no bytes and never emits half an event, wherever the bytes are cut", () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 8 }), fc.string(), fc.array(fc.nat()), (frames, tail, cuts) => {
        const partial = tail.replaceAll(/[\r\n]/g, "");
        const { given, rest } = align(frames.join("") + partial, cuts);
        expect(given.join("") + rest).toBe(frames.join("") + partial);
        expect(rest).toBe(partial);
        for (const piece of given) expect(piece).toMatch(/(\n\n|\r\n\r\n)$/);
      }),
      { numRuns: 500 },
    );
  });

  it("passes a chunk of whole events without copying it", () => {
    const chunk = Buffer.from("data: 1\n\ndata: 2\n\n");
    expect(createAligner().push(chunk)).toBe(chunk);
  });

  it("finds a blank line that is cut at each of its bytes", () => {
    for (const blank of ["\n\n", "\r\n\r\n"]) {
      for (let cut = 1; cut < blank.length; cut++) {
        const text = `data: 1${blank}data: 2${blank}`;
        const { given, rest } = align(text, [7 + cut, 7 + blank.length + 7 + cut]);
        expect({ given: given.join(""), rest }).toEqual({ given: text, rest: "" });
      }
    }
  });

  it.each([1, 2, 16_384])("emits an event of many chunks of %i bytes whole, in linear time", (size) => {
    const bytes = Buffer.from(`data: ${"x".repeat(400_000)}\n\n`);
    const aligner = createAligner();
    let whole: Buffer | undefined;
    const began = performance.now();
    for (let at = 0; at < bytes.length; at += size) whole = aligner.push(bytes.subarray(at, at + size));
    expect(whole?.equals(bytes)).toBe(true);
    // In proportion to its square it took minutes.
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it("reports an event that is too large once, and releases it", () => {
    let refusals = 0;
    const aligner = createFrameAligner({ largestEvent: 100_000, onTooLarge: () => refusals++ });
    expect(String(aligner.push(Buffer.from("data: 1\n\ndata: ")))).toBe("data: 1\n\n");
    for (let count = 0; count < 99; count++) aligner.push(Buffer.alloc(1_000, "x"));
    expect(refusals).toBe(0);
    for (let count = 0; count < 9; count++) aligner.push(Buffer.alloc(1_000, "x"));
    expect(refusals).toBe(1);
    expect(aligner.push(Buffer.from("\n\ndata: 2\n\n"))).toBeUndefined();
    expect(aligner.rest()).toBeUndefined();
  });
});
