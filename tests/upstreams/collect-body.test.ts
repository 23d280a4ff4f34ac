import { describe, expect, it } from "vitest";
import { collectBody } from "#lib/upstreams/collect-body.ts";

function collect(chunks: string[], limit: number): [string, boolean][] {
  const calls: [string, boolean][] = [];
  const body = collectBody(limit, (bytes, whole) => calls.push([bytes.toString("utf8"), whole]));
  for (const chunk of chunks) body.onData(Buffer.from(chunk));
  body.onEnd();
  return calls;
}

describe("a body that is read whole", () => {
  it.each([
    ["of no bytes", [], [["", true]]],
    ["within the limit", ["abc", "de"], [["abcde", true]]],
    ["at the limit", ["abcd", "ef"], [["abcdef", true]]],
    ["over the limit is told once, with its beginning", ["abcd", "efg", "h"], [["abcdef", false]]],
    ["over the limit in one chunk", ["abcdefgh"], [["abcdef", false]]],
  ])("%s", (_name, chunks, calls) => {
    expect(collect(chunks, 6)).toEqual(calls);
  });
});
