/** CSV by RFC 4180. */

/** Returns rows of cells; the separator is a comma, a semicolon or a tab, by the first line. */
export function parseCsv(text: string): string[][] {
  const source = text.startsWith("﻿") ? text.slice(1) : text;
  const separator = findSeparator(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endRow = () => {
    row.push(cell);
    // A line without text is no row.
    if (row.length > 1 || cell !== "") rows.push(row);
    row = [];
    cell = "";
  };
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] as string;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === "") isQuoted = true;
    else if (character === separator) {
      row.push(cell);
      cell = "";
    } else if (character === "\n") endRow();
    else if (character !== "\r" || source[at + 1] !== "\n") cell += character;
  }
  endRow();
  return rows;
}

function findSeparator(text: string): string {
  const [line = ""] = text.split("\n", 1);
  const count = (separator: string) => line.split(separator).length;
  return [",", ";", "\t"].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

/** Writes a row. A spreadsheet takes a cell that begins with one of `=+-@` as a formula: it gets an apostrophe. */
export function writeCsvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(writeCell).join(",")}\r\n`;
}

function writeCell(cell: string | number | null): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const plain = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
