import { describe, expect, it } from "vitest";
import { createGrowingBuffer } from "#lib/http/growing-buffer.ts";

describe("a growing buffer", () => {
  it("returns the appended bytes, and is empty then", () => {
    const buffer = createGrowingBuffer();
    const text = "naïve — 日本 ".repeat(2_000);
    for (const byte of Buffer.from(text)) buffer.append(Buffer.of(byte));
    expect(buffer.length).toBe(Buffer.byteLength(text));
    expect(buffer.last(4).equals(Buffer.from(text).subarray(-4))).toBe(true);
    expect(buffer.take().toString("utf8")).toBe(text);
    expect(buffer.length).toBe(0);
    expect(buffer.take()).toHaveLength(0);
  });

  it("keeps a single chunk without copying it", () => {
    const buffer = createGrowingBuffer();
    const chunk = Buffer.from("whole");
    buffer.append(chunk);
    expect(buffer.take().buffer).toBe(chunk.buffer);
  });

  it("does not write into a chunk that it was given", () => {
    const memory = Buffer.from("abcdef");
    const buffer = createGrowingBuffer();
    buffer.append(memory.subarray(0, 3));
    buffer.append(Buffer.from("xyz"));
    expect(String(memory)).toBe("abcdef");
    expect(String(buffer.take())).toBe("abcxyz");
  });

  it("uses memory in proportion to its bytes, whatever the chunks", () => {
    const buffer = createGrowingBuffer();
    for (let count = 0; count < 100_000; count++) buffer.append(Buffer.of(1));
    expect(buffer.take().buffer.byteLength).toBeLessThanOrEqual(200_000);
  });
});
