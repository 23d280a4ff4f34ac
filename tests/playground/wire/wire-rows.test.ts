import { describe, expect, test } from "vitest";
import { createEventLog, rawOf, type WireEvent } from "#lib/playground/event-log.ts";
import { assembleParts } from "#lib/playground/wire/assemble.ts";
import { findMarkers } from "#lib/playground/wire/find-markers.ts";
import { columnAt, heightOf, nearestRow, spanOf, tickStep, toGapColumns } from "#lib/playground/wire/gap-columns.ts";
import { measureWire } from "#lib/playground/wire/wire-metrics.ts";
import { byteLength, countKinds, createWireRows, filterRows } from "#lib/playground/wire/wire-rows.ts";

const delta = (at: number, content: string): WireEvent => ({
  at,
  data: JSON.stringify({ choices: [{ delta: { content } }] }),
});
const choice = (at: number, rest: object): WireEvent => ({ at, data: JSON.stringify({ choices: [rest] }) });

function rowsOf(events: readonly WireEvent[], droppedCount = 0) {
  const rows = createWireRows("openai-chat");
  rows.update(events, droppedCount);
  return rows.rows();
}

describe("rows", () => {
  test("number, time, gap and bytes of each event", () => {
    const events = [delta(100, "ä"), delta(130.5, "b"), { at: 140, data: "[DONE]" }];
    expect(rowsOf(events)).toMatchObject([
      { index: 0, at: 100, gap: 100, bytes: Buffer.byteLength(rawOf(delta(0, "ä"))) },
      { index: 1, at: 130.5, gap: 30.5, kind: "text", preview: "b" },
      { index: 2, gap: 9.5, bytes: "data: [DONE]\n\n".length, kind: "done" },
    ]);
  });

  test("growing bit by bit gives the same rows as all at once, and reads nothing twice", () => {
    const log = createEventLog({ events: 50, characters: 1e9 });
    const rows = createWireRows("openai-chat");
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
    expect(countKinds(rows)).toEqual([
      ["text", 2],
      ["done", 1],
    ]);
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

describe("columns of gaps", () => {
  test("each column has the longest of its gaps, however many events there are", () => {
    const rows = rowsOf(Array.from({ length: 20_000 }, (_, index) => delta(index + (index >= 10_000 ? 500 : 0), "x")));
    const columns = toGapColumns({ rows, width: 100, span: spanOf(20_499, false) });
    expect(columns.gaps).toHaveLength(100);
    expect(columns.longest).toBe(501);
    const tallest = columns.gaps.indexOf(501);
    expect(tallest).toBe(columnAt({ at: 10_500, span: 20_499, width: 100 }));
    expect(columns.rows[tallest]).toBe(10_000);
    expect([...columns.rows].filter((place) => place < 0).length).toBeLessThan(5);
  });

  test("a column without events has none, and the nearest is found from either side", () => {
    const columns = toGapColumns({ rows: rowsOf([delta(0, "a"), delta(100, "b")]), width: 11, span: 100 });
    expect([...columns.rows]).toEqual([0, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1]);
    expect(nearestRow(columns, 2)).toBe(0);
    expect(nearestRow(columns, 9)).toBe(1);
    expect(nearestRow({ rows: new Int32Array(4).fill(-1) }, 2)).toBe(-1);
  });

  test("the height is the square root, and the live span goes in steps", () => {
    expect(heightOf(25, 100)).toBe(0.5);
    expect(heightOf(0, 0)).toBe(0);
    expect(spanOf(1500, true)).toBe(2000);
    expect(spanOf(1990, true)).toBe(3000);
    expect(spanOf(1990, false)).toBe(1990);
    expect([tickStep(2000, 8), tickStep(9000, 10), tickStep(61_000, 10)]).toEqual([500, 1000, 10_000]);
  });
});

test("deltas are put together by their kind, whole, and each call by itself", () => {
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

test("the numbers of a stream come from its rows", () => {
  const rows = rowsOf([
    delta(100, "a"),
    delta(400, "b"),
    delta(600, "c"),
    { at: 610, data: JSON.stringify({ choices: [], usage: { completion_tokens: 50 } }) },
  ]);
  expect(measureWire(rows, { headers: 80, firstToken: 101, end: 620 })).toEqual({
    firstByte: 80,
    firstToken: 101,
    tokensPerSecond: 100,
    estimated: false,
    total: 620,
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    longestGap: { gap: 300, at: 400 },
  });
  expect(measureWire(rowsOf([delta(5, "x")]))).toMatchObject({ tokensPerSecond: undefined, estimated: true });
});
