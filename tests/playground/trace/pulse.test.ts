import { describe, expect, test } from "vitest";
import type { TraceEvent } from "#lib/playground/streams/event-log.ts";
import { describePulse, parsePulse, readPulse } from "#lib/playground/trace/pulse.ts";
import type { Trace } from "#lib/playground/trace/trace.ts";

const text = (at: number): TraceEvent => ({ at, data: JSON.stringify({ choices: [{ delta: { content: "x" } }] }) });
const traceOf = (events: TraceEvent[], end?: number): Trace => ({
  head: "POST /v1/chat/completions",
  request: "{}",
  events,
  droppedCount: 0,
  ...(end === undefined ? {} : { timings: { end } }),
});

describe("a pulse", () => {
  test("has a bar where a gap ended, as tall as the square root of the gap", () => {
    const { columns } = readPulse(traceOf([text(0), text(100), text(125)]), 1280);
    const bars = columns.flatMap(({ kind, height }, column) => (height > 0 ? [{ column, kind, height }] : []));
    expect(bars).toEqual([
      { column: 0, kind: "text", height: 1 },
      { column: 10, kind: "text", height: 15 },
      { column: 12, kind: "text", height: 8 },
    ]);
  });

  test("shows the kind of the longest gap of a column, and grey for events without content", () => {
    const reasoning = { at: 640, data: JSON.stringify({ choices: [{ delta: { reasoning_content: "hm" } }] }) };
    const { columns } = readPulse(
      traceOf([text(0), text(400), reasoning, text(641), { at: 1280, data: "[DONE]" }]),
      1280,
    );
    expect(columns[64]?.kind).toBe("reasoning");
    expect(columns.at(-1)).toMatchObject({ kind: "other", height: 15 });
  });

  test("parses a bounded number of new events in a call, and the rest in later ones", () => {
    const tool = (at: number): TraceEvent => ({
      at,
      data: JSON.stringify({ choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: "{" } }] } }] }),
    });
    const trace = traceOf(Array.from({ length: 40 }, (_, index) => tool(index * 32)));
    const countTools = () =>
      readPulse(trace, 1280, 16).columns.filter(({ kind, height }) => height > 0 && kind === "tool").length;
    expect([countTools(), countTools(), countTools()]).toEqual([16, 32, 40]);
  });

  test("is the same after it was written and read", () => {
    const trace = traceOf([text(5), text(90), text(700)], 1000);
    const written = describePulse(trace) ?? "";
    expect(written).toMatch(/^1000:[\w-]{128}$/);
    expect(parsePulse(written)).toEqual(readPulse(trace, 1000));
  });

  test("is not written for a response without a stream, nor read from other text", () => {
    expect(describePulse(traceOf([{ at: 3, data: "{}", form: "body" }], 3))).toBeUndefined();
    for (const wrong of ["", "0:AAAA", "12:", "12:A A", "x:AAAA"]) expect(parsePulse(wrong), wrong).toBeUndefined();
  });
});
