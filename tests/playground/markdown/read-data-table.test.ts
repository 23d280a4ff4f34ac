import { describe, expect, it } from "vitest";
import { readDataTable } from "#lib/playground/markdown/read-data-table.ts";

const read = (language: string, code: string) => {
  const table = readDataTable({ language, code });
  return table && { names: table.columns.map(({ name }) => name), rows: table.rows };
};

describe("a table of data", () => {
  it("is read from CSV, with quotes and short rows", () => {
    expect(read("csv", 'city,people\n"Lima, Peru",10\nOslo\n')).toEqual({
      names: ["city", "people"],
      rows: [
        ["Lima, Peru", "10"],
        ["Oslo", ""],
      ],
    });
    expect(read("tsv", "a\tb\n1\t2")).toEqual({ names: ["a", "b"], rows: [["1", "2"]] });
  });

  it("is read from a list of JSON objects, with all fields in the order in which they come", () => {
    const code = '[{"a": 1, "b": null}, {"c": {"d": [2]}, "a": "x"}]';
    expect(read("json", code)).toEqual({
      names: ["a", "b", "c"],
      rows: [
        ["1", "", ""],
        ["x", "", '{"d":[2]}'],
      ],
    });
    expect(read("jsonl", '{"a": true}\n\n{"a": false}\n')).toEqual({ names: ["a"], rows: [["true"], ["false"]] });
  });

  it("knows columns of numbers", () => {
    const table = readDataTable({ language: "csv", code: 'a,b,c,d\n1,x,"1,234.5",\n-2e3,2,50%,\n' });
    expect(table?.columns.map(({ isNumeric }) => isNumeric)).toEqual([true, false, true, false]);
  });

  it.each([
    ["another language", "python", "a,b\n1,2"],
    ["the name of a method", "toString", "a,b\n1,2"],
    ["a header alone", "csv", "a,b"],
    ["a single column", "csv", "a\n1\n2"],
    ["no data", "csv", ""],
    ["broken JSON", "json", '[{"a": 1}'],
    ["a JSON object", "json", '{"a": 1}'],
    ["a list of numbers", "json", "[1, 2]"],
    ["an empty list", "json", "[]"],
    ["objects without fields", "json", "[{}]"],
    ["a broken line", "jsonl", '{"a": 1}\n{'],
    ["too much data", "csv", `a,b\n${"1,2\n".repeat(600_000)}`],
  ])("is not found in %s", (_, language, code) => {
    expect(readDataTable({ language, code })).toBeUndefined();
  });
});
