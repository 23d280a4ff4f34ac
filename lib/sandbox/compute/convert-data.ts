/** Conversion between JSON, CSV and Markdown tables, and the layout of JSON. */
import { isRecord } from "#lib/contract/is-record.ts";

type Rows = { columns: string[]; rows: string[][] };

const LONGEST = 20_000;
const ASKED =
  /\b(?:convert|turn|make|format|pretty[- ]?print|prettify|beautify|minify|transform|rewrite|show|render|parse|validate|as|to|into|check|is this valid)\b/i;

export function convertData(question: string): string | undefined {
  if (question.length > LONGEST || !ASKED.test(question.slice(0, 200))) return undefined;
  const { data, request } = findData(question);
  if (data === "") return undefined;
  const json = parseJson(data);
  if (/^[[{]/.test(data) && /\bjson\b/i.test(request) && /\b(?:valid|validate|check)\b/i.test(request)) {
    return json === undefined ? `**No**, it is not valid JSON: ${problemOf(data)}.` : "**Yes**, it is valid JSON.";
  }
  if (json !== undefined && /\bminify\b|\bone line\b/i.test(request)) return fence("json", JSON.stringify(json));
  if (json !== undefined && /\b(?:pretty|prettify|beautify|format|indent)\b/i.test(request)) {
    return fence("json", JSON.stringify(json, undefined, 2));
  }
  const rows = json === undefined ? readText(data) : readJson(json);
  if (!rows) return undefined;
  if (/\b(?:to|into|as|a|in) (?:an? )?(?:markdown )?table\b|\bmarkdown\b/i.test(request)) return writeTable(rows);
  if (/\b(?:to|into|as|in) (?:an? )?csv\b/i.test(request)) return fence("csv", writeCsv(rows));
  if (/\b(?:to|into|as|in) (?:an? )?json\b/i.test(request)) {
    return fence("json", JSON.stringify(writeObjects(rows), undefined, 2));
  }
  return undefined;
}

/** Separates the data from the words around it: JSON from its first to its last bracket, else lines with cells. */
function findData(question: string): { data: string; request: string } {
  const start = question.search(/[[{]/);
  const end = Math.max(question.lastIndexOf("]"), question.lastIndexOf("}")) + 1;
  if (start >= 0 && end > start) {
    return { data: question.slice(start, end), request: `${question.slice(0, start)} ${question.slice(end)}` };
  }
  const lines = question.split("\n").filter((line) => !line.startsWith("```"));
  const isRow = (line: string) => /^\s*\|/.test(line) || (line.includes(",") && !line.trimEnd().endsWith(":"));
  const rows = lines.filter(isRow);
  if (rows.length < 2) return { data: "", request: question };
  return { data: rows.join("\n"), request: lines.filter((line) => !isRow(line)).join(" ") };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemOf(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replaceAll(/[<>`]/g, "");
  }
}

function readJson(value: unknown): Rows | undefined {
  const list = Array.isArray(value)
    ? value
    : isRecord(value)
      ? (Object.values(value).find(Array.isArray) ?? [value])
      : [];
  const records = (list as unknown[]).filter(isRecord);
  if (records.length === 0) return undefined;
  const columns = [...new Set(records.flatMap(Object.keys))];
  return { columns, rows: records.map((record) => columns.map((column) => cellOf(record[column]))) };
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function readText(text: string): Rows | undefined {
  const lines = text
    .trim()
    .split("\n")
    .filter((line) => line.trim() !== "");
  const cells = text.trim().startsWith("|")
    ? lines
        .filter((line) => !/^\|?[\s:|-]+$/.test(line))
        .map((line) =>
          line
            .trim()
            .replace(/^\||\|$/g, "")
            .split("|")
            .map((cell) => cell.trim()),
        )
    : lines.map(readCsvLine);
  const [columns, ...rows] = cells;
  return columns && columns.length > 1 && rows.length > 0 ? { columns, rows } : undefined;
}

function readCsvLine(line: string): string[] {
  const cells = line.match(/(?<=^|,)\s*(?:"(?:[^"]|"")*"|[^,]*)/g) ?? [];
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^"([\s\S]*)"$/, "$1")
      .replaceAll('""', '"'),
  );
}

function writeTable({ columns, rows }: Rows): string {
  const line = (cells: string[]) =>
    `| ${columns.map((_, index) => (cells[index] ?? "").replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(columns), `|${columns.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}

function writeCsv({ columns, rows }: Rows): string {
  const quote = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return [columns, ...rows].map((cells) => cells.map(quote).join(",")).join("\n");
}

function writeObjects({ columns, rows }: Rows): Record<string, string | number>[] {
  const typed = (cell = "") => (/^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(cell) ? Number(cell) : cell);
  return rows.map((cells) => Object.fromEntries(columns.map((column, index) => [column, typed(cells[index])])));
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text.replaceAll("```", "` ` `")}\n\`\`\``;
}
