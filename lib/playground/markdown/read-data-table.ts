/** Rows and columns of data that a model wrote, for a table. */
import { parseCsv } from "#lib/contract/csv.ts";
import { isRecord } from "#lib/contract/is-record.ts";

export type DataTable = {
  columns: readonly { name: string; isNumeric: boolean }[];
  /** Cells as text, as many in each row as there are columns. */
  rows: readonly (readonly string[])[];
};

/** Characters of code that are read: parsing more would be felt. */
const LONGEST = 2_000_000;
const MOST_COLUMNS = 100;
const NUMBER = /^[-+]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?(?:[eE][-+]?\d+)?%?$/;

/** Languages of fences that may hold a table. */
const READERS: Readonly<Record<string, (code: string) => string[][] | undefined>> = {
  csv: readCsv,
  tsv: readCsv,
  json: (code) => readRecords(parseJson(code)),
  jsonl: readLines,
  ndjson: readLines,
};

/** @returns undefined for code that is no table */
export function readDataTable({ code, language }: { code: string; language: string }): DataTable | undefined {
  const read = Object.hasOwn(READERS, language) ? READERS[language] : undefined;
  const [names, ...rows] = (code.length <= LONGEST && read?.(code)) || [];
  if (!names || rows.length === 0 || names.length > MOST_COLUMNS) return undefined;
  const columns = names.map((name, index) => {
    const cells = rows.map((row) => row[index] ?? "").filter((cell) => cell !== "");
    return { name, isNumeric: cells.length > 0 && cells.every((cell) => NUMBER.test(cell)) };
  });
  return { columns, rows: rows.map((row) => names.map((_, index) => row[index] ?? "")) };
}

/** A single column is more readable as it stands. */
function readCsv(code: string): string[][] | undefined {
  const rows = parseCsv(code);
  return (rows[0]?.length ?? 0) > 1 ? rows : undefined;
}

function readLines(code: string): string[][] | undefined {
  const lines = code.split("\n").filter((line) => line.trim() !== "");
  return readRecords(lines.map(parseJson));
}

/** Returns the names of all fields, then the fields of each record. */
function readRecords(records: unknown): string[][] | undefined {
  if (!Array.isArray(records) || !records.every(isRecord)) return undefined;
  const names = [...new Set(records.flatMap(Object.keys))];
  return names.length === 0
    ? undefined
    : [names, ...records.map((record) => names.map((name) => toCell(record[name])))];
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
