import { describe, expect, it } from "vitest";
import { createStreamEnds } from "#lib/gateway/lanes/stream-ends.ts";

function endsOf(...chunks: string[]) {
  const ends = createStreamEnds();
  for (const chunk of chunks) ends.add(Buffer.from(chunk));
  return ends;
}

describe("the ends of a stream", () => {
  it.each([
    ["nothing", [], "", ""],
    ["one write", ["a"], "a", "a"],
    ["as many as are held", ["a", "b", "c", "d"], "abcd", "abcd"],
    ["one more", ["a", "b", "c", "d", "e"], "bcde", "abcde"],
    ["many", ["a", ..."bcdefgh", "i", "j", "k", "l"], "ijkl", "aijkl"],
  ])("of %s", (_name, chunks, tail, whole) => {
    const ends = endsOf(...chunks);
    expect(ends.tail(undefined)).toBe(tail);
    expect(ends.whole()).toBe(whole);
  });

  it("end with the bytes after the last whole event", () => {
    expect(endsOf("a", "b").tail(Buffer.from("rest"))).toBe("abrest");
  });

  it("hold the beginning of a long first write", () => {
    const whole = endsOf("x".repeat(100_000), "b", "c", "d", "e").whole();
    expect(whole.endsWith("xbcde")).toBe(true);
    expect(whole.length).toBeLessThan(20_000);
  });

  it("keep a character whole that was cut between two writes", () => {
    const ends = createStreamEnds();
    const bytes = Buffer.from("é");
    ends.add(bytes.subarray(0, 1));
    ends.add(bytes.subarray(1));
    expect([ends.tail(undefined), ends.whole()]).toEqual(["é", "é"]);
  });
});
