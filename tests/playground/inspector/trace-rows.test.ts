import { describe, expect, test } from "vitest";
import { createKindCounter } from "#lib/playground/inspector/count-kinds.ts";
import { createRowFilter, type RowFilter } from "#lib/playground/inspector/filter-rows.ts";
import { createMarkerFinder } from "#lib/playground/inspector/find-markers.ts";
import {
  chooseSpan,
  columnAt,
  createGapPlot,
  nearestRow,
  scaleHeight,
  tickStep,
} from "#lib/playground/inspector/gap-columns.ts";
import { createTraceMeter } from "#lib/playground/inspector/trace-metrics.ts";
import { byteLength, createTraceRows, type TraceRow } from "#lib/playground/inspector/trace-rows.ts";
import { createEventLog, getRawEvent, type TraceEvent } from "#lib/playground/streams/event-log.ts";
import { assembleParts } from "#lib/playground/trace/assemble.ts";

const delta = (at: number, content: string): TraceEvent => ({
  at,
  data: JSON.stringify({ choices: [{ delta: { content } }] }),
});
const choice = (at: number, rest: object): TraceEvent => ({ at, data: JSON.stringify({ choices: [rest] }) });

function rowsOf(events: readonly TraceEvent[], droppedCount = 0) {
  const rows = createTraceRows("openai-chat");
  rows.update(events, droppedCount);
  return rows.rows();
}

const filterRows = (rows: readonly TraceRow[], filter: RowFilter) => createRowFilter()(rows, filter);

function findMarkers(rows: readonly TraceRow[], firstByte?: number) {
  const finder = createMarkerFinder();
  for (const row of rows) finder.add(row);
  return finder.markers(firstByte);
}

function meterOf(rows: readonly TraceRow[]) {
  const meter = createTraceMeter();
  for (const row of rows) meter.add(row);
  return meter;
}

const toGapColumns = (what: Parameters<ReturnType<typeof createGapPlot>["update"]>[0]) =>
  createGapPlot().update(what).columns;

describe("rows", () => {
  test("number, time, gap and bytes of each event", () => {
    const events = [delta(100, "ä"), delta(130.5, "b"), { at: 140, data: "[DONE]" }];
    expect(rowsOf(events)).toMatchObject([
      { index: 0, at: 100, gap: 100, bytes: Buffer.byteLength(getRawEvent(delta(0, "ä"))) },
      { index: 1, at: 130.5, gap: 30.5, kind: "text", preview: "b" },
      { index: 2, gap: 9.5, bytes: "data: [DONE]\n\n".length, kind: "done" },
    ]);
  });

  test("gives the same rows incrementally, reading each event once", () => {
    const log = createEventLog({ events: 50, characters: 1e9 });
    const rows = createTraceRows("openai-chat");
    let before = rows.rows();
    for (let count = 0; count < 400; count += 1) {
      log.add(delta(count * 3, `word${count}`));
      if (count % 7 !== 0) continue;
      rows.update(log.events(), log.droppedCount());
      const kept = rows.rows().find(({ index }) => index === before.at(-1)?.index);
      expect(kept).toBe(before.at(-1));
      before = rows.rows();
    }
    rows.update(log.events(), log.droppedCount());
    expect(rows.rows()).toHaveLength(50);
    expect(rows.rows().map(({ index }) => index)).toEqual(Array.from({ length: 50 }, (_, place) => 350 + place));
    expect(rows.rows().every(({ gap }) => gap === 3)).toBe(true);
    const same = rows.rows();
    rows.update(log.events(), log.droppedCount());
    expect(rows.rows()).toBe(same);
  });

  test("are filtered by kind and by text, and counted by kind", () => {
    const rows = rowsOf([delta(1, "Apple"), delta(2, "Pear"), { at: 3, data: "[DONE]" }]);
    expect(filterRows(rows, { kinds: new Set(["done"]), text: "" }).map(({ index }) => index)).toEqual([2]);
    expect(filterRows(rows, { kinds: new Set(), text: "aPPle " }).map(({ index }) => index)).toEqual([0]);
    expect(filterRows(rows, { kinds: new Set(["done"]), text: "apple" })).toEqual([]);
    expect(filterRows(rows, { kinds: new Set(), text: "" })).toBe(rows);
    const counter = createKindCounter();
    for (const row of rows) counter.add(row);
    expect(counter.counts()).toEqual([
      ["text", 2],
      ["done", 1],
    ]);
    for (const row of rows.slice(0, 2)) counter.remove(row);
    expect(counter.counts()).toEqual([["done", 1]]);
  });

  test("filters only new rows, and starts again after an eviction", () => {
    const log = createEventLog({ events: 10, characters: 1e9 });
    const rows = createTraceRows("openai-chat");
    const filter = { kinds: new Set<never>(), text: "even" };
    const select = createRowFilter();
    const seen: number[][] = [];
    for (let count = 0; count < 25; count += 1) {
      log.add(delta(count, count % 2 === 0 ? "even" : "odd"));
      rows.update(log.events(), log.droppedCount());
      seen.push(select(rows.rows(), filter).map(({ index }) => index));
    }
    expect(seen[3]).toEqual([0, 2]);
    expect(seen[24]).toEqual([16, 18, 20, 22, 24]);
    const shown = select(rows.rows(), filter);
    expect(select(rows.rows(), filter)).toBe(shown);
    expect(select(rows.rows(), { ...filter, text: "odd" }).map(({ index }) => index)).toEqual([15, 17, 19, 21, 23]);
  });

  test("report added and evicted rows", () => {
    const log = createEventLog({ events: 3, characters: 1e9 });
    const rows = createTraceRows("openai-chat");
    for (const at of [1, 2]) log.add(delta(at, "x"));
    expect(rows.update(log.events(), log.droppedCount())).toMatchObject({ added: [{ at: 1 }, { at: 2 }], gone: [] });
    for (const at of [3, 4]) log.add(delta(at, "x"));
    expect(rows.update(log.events(), log.droppedCount())).toMatchObject({
      added: [{ at: 3 }, { at: 4 }],
      gone: [{ at: 1 }],
    });
  });

  test.each(["", "plain", "ä€😀", "\ud800 alone", "日本語"])("count the bytes of %j", (text) => {
    expect(byteLength(text)).toBe(text.includes("alone") ? text.length + 1 : Buffer.byteLength(text));
  });
});

test("markers: first byte, reasoning, token, calls and the finish", () => {
  const rows = rowsOf([
    choice(50, { delta: { role: "assistant" } }),
    choice(60, { delta: { reasoning_content: "Hm" } }),
    delta(90, "Hi"),
    choice(95, { delta: { tool_calls: [{ function: { name: "look", arguments: "{}" } }] } }),
    choice(99, { delta: {}, finish_reason: "tool_calls" }),
  ]);
  expect(findMarkers(rows, 40)).toEqual([
    { kind: "first-byte", label: "First byte", at: 40 },
    { kind: "reasoning", label: "First reasoning", at: 60, index: 1 },
    { kind: "first-text", label: "First token", at: 90, index: 2 },
    { kind: "tool", label: "look", at: 95, index: 3 },
    { kind: "finish", label: "Finish: tool_calls", at: 99, index: 4 },
  ]);
});

test("keeps the list of markers until one is added", () => {
  const finder = createMarkerFinder();
  const [first, second] = rowsOf([delta(10, "a"), delta(20, "b")]);
  if (!first || !second) throw new Error("two rows");
  finder.add(first);
  const markers = finder.markers(5);
  finder.add(second);
  expect(finder.markers(5)).toBe(markers);
  expect(finder.markers(6)).toMatchObject([{ at: 6 }, { at: 10 }]);
});

describe("columns of gaps", () => {
  test("gives the same columns incrementally, and reports the first change", () => {
    const rows = rowsOf([delta(0, "a"), delta(40, "b"), delta(50, "c"), delta(52, "d"), delta(99, "e")]);
    const plot = createGapPlot();
    const upTo = (count: number) => plot.update({ rows: rows.slice(0, count), width: 10, span: 100 });
    expect(upTo(2).from).toBe(0);
    expect(upTo(3).from).toBe(5);
    // A shorter gap in the same column, and nothing new at all: nothing is to be drawn.
    expect(upTo(4).from).toBe(10);
    expect(upTo(4).from).toBe(10);
    // The longest gap so far: all are of another height.
    expect(upTo(5)).toEqual({ columns: toGapColumns({ rows, width: 10, span: 100 }), from: 0 });
    expect(plot.update({ rows: rows.slice(1), width: 10, span: 100 }).columns.rows[4]).toBe(0);
  });

  test("has the longest gap of its events in each column", () => {
    const rows = rowsOf(Array.from({ length: 20_000 }, (_, index) => delta(index + (index >= 10_000 ? 500 : 0), "x")));
    const columns = toGapColumns({ rows, width: 100, span: chooseSpan(20_499, false) });
    expect(columns.gaps).toHaveLength(100);
    expect(columns.longest).toBe(501);
    const tallest = columns.gaps.indexOf(501);
    expect(tallest).toBe(columnAt({ at: 10_500, span: 20_499, width: 100 }));
    expect(columns.rows[tallest]).toBe(10_000);
    expect([...columns.rows].filter((place) => place < 0).length).toBeLessThan(5);
  });

  test("finds the nearest row from an empty column", () => {
    const columns = toGapColumns({ rows: rowsOf([delta(0, "a"), delta(100, "b")]), width: 11, span: 100 });
    expect([...columns.rows]).toEqual([0, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1]);
    expect(nearestRow(columns, 2)).toBe(0);
    expect(nearestRow(columns, 9)).toBe(1);
    expect(nearestRow({ rows: new Int32Array(4).fill(-1) }, 2)).toBe(-1);
  });

  test("the height is the square root, and the live span goes in steps", () => {
    expect(scaleHeight(25, 100)).toBe(0.5);
    expect(scaleHeight(0, 0)).toBe(0);
    expect(chooseSpan(1500, true)).toBe(2000);
    expect(chooseSpan(1990, true)).toBe(3000);
    expect(chooseSpan(1990, false)).toBe(1990);
    expect([tickStep(2000, 8), tickStep(9000, 10), tickStep(61_000, 10)]).toEqual([500, 1000, 10_000]);
  });
});

test("joins deltas by kind, and each call separately", () => {
  const call = (name: string, given: string) =>
    choice(3, { delta: { tool_calls: [{ function: { name, arguments: given } }] } });
  const rows = rowsOf([
    choice(1, { delta: { reasoning_content: "H" } }),
    choice(1, { delta: { reasoning_content: "m" } }),
    delta(2, "x".repeat(300)),
    delta(2, " end"),
    call("look", "{"),
    call("", "}"),
    call("go", "{}"),
    { at: 9, data: "[DONE]" },
  ]);
  expect(assembleParts("openai-chat", rows)).toEqual([
    { kind: "reasoning", text: "Hm" },
    { kind: "text", text: `${"x".repeat(300)} end` },
    { kind: "tool", text: "look({}" },
    { kind: "tool", text: "go({}" },
  ]);
});

test("computes the metrics of a stream from its rows", () => {
  const rows = rowsOf([
    delta(100, "a"),
    delta(400, "b"),
    delta(600, "c"),
    { at: 610, data: JSON.stringify({ choices: [], usage: { completion_tokens: 50 } }) },
  ]);
  expect(meterOf(rows).metrics({ headers: 80, firstToken: 101, end: 620 })).toEqual({
    firstByte: 80,
    firstToken: 101,
    tokensPerSecond: 100,
    estimated: false,
    total: 620,
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    longestGap: { gap: 300, at: 400 },
  });
  expect(meterOf(rowsOf([delta(5, "x")])).metrics()).toMatchObject({ tokensPerSecond: undefined, estimated: true });
});
