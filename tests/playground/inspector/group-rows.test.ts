import { describe, expect, test } from "vitest";
import { createRunReader, findLine, findRun, listLines, type RowRun } from "#lib/playground/inspector/group-rows.ts";
import { createTraceRows, type TraceRow } from "#lib/playground/inspector/trace-rows.ts";
import { createEventLog, type TraceEvent } from "#lib/playground/streams/event-log.ts";

const chunk = (at: number, delta: object): TraceEvent => ({ at, data: JSON.stringify({ choices: [{ delta }] }) });
const text = (at: number, content: string) => chunk(at, { content });
const call = (at: number, name: string | undefined, args: string) =>
  chunk(at, {
    tool_calls: [{ index: 0, ...(name && { id: name }), function: { ...(name && { name }), arguments: args } }],
  });

function rowsOf(events: readonly TraceEvent[]): readonly TraceRow[] {
  const rows = createTraceRows("openai-chat");
  rows.update(events, 0);
  return rows.rows();
}
const runsOf = (rows: readonly TraceRow[]) => createRunReader()(rows);
const shapes = (runs: readonly RowRun[]) => runs.map(({ kind, count }) => `${kind} ${count}`);

describe("runs", () => {
  test("hold consecutive events of one kind with their time, bytes and text", () => {
    const rows = rowsOf([
      chunk(10, { role: "assistant" }),
      text(20, "Hello"),
      text(30, " there"),
      text(55, "!"),
      { at: 60, data: "[DONE]" },
    ]);
    const runs = runsOf(rows);
    expect(shapes(runs)).toEqual(["meta 1", "text 3", "done 1"]);
    const bytes = rows.slice(1, 4).reduce((sum, row) => sum + row.bytes, 0);
    expect(runs[1]).toMatchObject({ id: 1, start: 1, at: 20, duration: 35, bytes, preview: "Hello there!" });
  });

  test("begin anew at each tool call", () => {
    const events = [call(1, "one", ""), call(2, undefined, "{"), call(3, undefined, "}"), call(4, "two", "{}")];
    expect(shapes(runsOf(rowsOf(events)))).toEqual(["tool 3", "tool 1"]);
  });

  test("grow with the rows, without changing what was read before", () => {
    const read = createRunReader();
    const rows = createTraceRows("openai-chat");
    const events = [text(1, "a"), text(2, "b"), text(3, "c")];
    rows.update(events, 0);
    const before = read(rows.rows());
    expect(read(rows.rows())).toBe(before);
    rows.update([...events, text(4, "d"), { at: 5, data: "[DONE]" }], 0);
    const after = read(rows.rows());
    expect(shapes(after)).toEqual(["text 4", "done 1"]);
    expect(after[0]).not.toBe(before[0]);
    expect(shapes(before)).toEqual(["text 3"]);
    expect(after).toEqual(runsOf(rows.rows()));
  });

  test("keep their name when their first events are evicted", () => {
    const log = createEventLog({ events: 4, characters: 1e9 });
    const rows = createTraceRows("openai-chat");
    const read = createRunReader();
    for (let at = 0; at < 9; at += 1) {
      log.add(text(at, "x"));
      rows.update(log.events(), log.droppedCount());
      read(rows.rows());
    }
    expect(read(rows.rows())).toMatchObject([{ id: 0, start: 0, count: 4, at: 5 }]);
  });
});

describe("lines", () => {
  const rows = rowsOf([text(1, "a"), text(2, "b"), text(3, "c"), { at: 4, data: "[DONE]" }]);
  const runs = runsOf(rows);
  const names = (lines: ReturnType<typeof listLines>) =>
    lines.map(({ run, row }) => (run ? `run ${run.id}` : row?.index));

  test("fold a run of three, and show its events below it while it is open", () => {
    const folded = listLines(rows, runs, () => false);
    expect(names(folded)).toEqual(["run 0", 3]);
    expect(findLine(folded, 1)).toBe(-1);
    const open = listLines(rows, runs, () => true);
    expect(names(open)).toEqual(["run 0", 0, 1, 2, 3]);
    expect(findLine(open, 1)).toBe(2);
    expect(findRun(runs, 2)?.id).toBe(0);
    expect(findRun(runs, 3)?.kind).toBe("done");
  });

  test("leave two events of a kind as they are", () => {
    const few = rowsOf([text(1, "a"), text(2, "b"), { at: 4, data: "[DONE]" }]);
    expect(names(listLines(few, runsOf(few), () => false))).toEqual([0, 1, 2]);
  });
});
