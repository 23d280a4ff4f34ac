import { describe, expect, it } from "vitest";
import { columnWidths } from "#lib/playground/markdown/column-widths.ts";

type Node = Parameters<typeof columnWidths>[0];

function cell(text: string, properties = {}): Node {
  return { type: "element", tagName: "td", properties, children: [{ type: "text", value: text }] };
}

/** A table as the parser gives it; `caret` marks the last cell as the one in which text is arriving. */
function table(rows: string[][], { caret = false } = {}): Node {
  const cells = rows.map((row) => row.map((text) => cell(text)));
  if (caret) cells.at(-1)?.splice(-1, 1, cell(rows.at(-1)?.at(-1) ?? "", { dataCaret: "" }));
  const [head, ...body] = cells.map((children) => ({ type: "element", tagName: "tr", children }));
  return {
    type: "element",
    tagName: "table",
    children: [
      { type: "element", tagName: "thead", children: head ? [head] : [] },
      { type: "element", tagName: "tbody", children: body },
    ],
  };
}

const HEAD = ["Field", "Type", "What it does"];
const ROW = ["max_completion_tokens", "integer", "The most tokens that the answer may have, with reasoning."];

describe("columnWidths", () => {
  it("gives sentences more room than words, and keeps words whole", () => {
    const [field, type, meaning] = columnWidths(table([HEAD, ROW]));
    expect(field).toEqual({ minimum: 20, share: 28 });
    expect(type).toEqual({ minimum: 8, share: 8 });
    expect(meaning).toEqual({ minimum: 16, share: 48 });
  });

  it("does not change while a row arrives, only when it is whole", () => {
    const before = columnWidths(table([HEAD, ["n", "integer", "How many answers."]]));
    for (let length = 1; length <= 57; length += 1) {
      const growing = [ROW[0] ?? "", ROW[1] ?? "", (ROW[2] ?? "").slice(0, length)];
      expect(columnWidths(table([HEAD, ["n", "integer", "How many answers."], growing], { caret: true }))).toEqual(
        before,
      );
    }
  });

  it("does not change at all with rows like those before", () => {
    const rows = [HEAD, ["temperature", "number", "How freely the model chooses."]];
    expect(columnWidths(table([...rows, ["seed", "integer", "The same answer twice, perhaps."]]))).toEqual(
      columnWidths(table(rows)),
    );
  });

  it("expects, before there is a row, what will not jump back when one is there", () => {
    expect(columnWidths(table([["#", "Part", "Time", "Remark"]]))).toEqual([
      { minimum: 4, share: 4 },
      { minimum: 4, share: 16 },
      { minimum: 4, share: 16 },
      { minimum: 8, share: 28 },
    ]);
    expect(columnWidths(table([["", "Speed"]]))[0]).toEqual({ minimum: 4, share: 16 });
  });

  it("breaks words that no column can hold", () => {
    const [, address] = columnWidths(
      table([
        ["a", "b"],
        ["1", "x".repeat(200)],
      ]),
    );
    expect(address).toEqual({ minimum: 20, share: 48 });
  });

  it("keeps a base URL whole", () => {
    const [, address] = columnWidths(
      table([
        ["API", "Base URL"],
        ["Responses", "http://127.0.0.1:3000/v1"],
      ]),
    );
    expect(address).toEqual({ minimum: 24, share: 28 });
  });

  it("takes ideographs for two letters", () => {
    expect(columnWidths(table([["名前名前名前"], ["x"]]))[0]?.share).toBe(16);
  });

  it("survives rows that are short or long, and a table without rows", () => {
    expect(columnWidths(table([["a", "b"], ["1"], ["1", "2", "3"]]))).toHaveLength(2);
    expect(columnWidths(table([]))).toEqual([]);
  });
});
