/** Writes the turn after a tool call, with the results of the tools. */

import { isRecord } from "#lib/contract/is-record.ts";
import type { ToolOutcome } from "../conversation.ts";
import type { Wording } from "../responses/wording.ts";
import { spacedName } from "../text/field-candidates.ts";

export function answerToolResults(outcomes: ToolOutcome[], wording: Wording): string {
  const opening = wording.pick(["Here is what I found.", "The results are in.", "This is what came back."]);
  const failed = outcomes.filter(hasFailed).length;
  const parsed = outcomes.map((outcome) => ({ outcome, value: parse(outcome.result), asked: askedFor(outcome) }));
  const flat = parsed.filter(({ value, outcome }) => isFlat(value) && !hasFailed(outcome));
  // Several results of one shape become one table.
  if (flat.length > 1 && flat.length === parsed.length && new Set(outcomes.map(({ name }) => name)).size === 1) {
    return `${opening}\n\n${comparison(flat)}\n\n${sources(outcomes)}`;
  }
  const parts = parsed.map(({ outcome, value, asked }) => {
    if (hasFailed(outcome)) return `**${outcome.name}**${asked} failed: ${errorText(value, outcome.result)}`;
    return wordResult({ label: `**${labelOf(outcome)}**${asked}`, value });
  });
  const advice = failed > 0 ? ["Check the arguments or the tool itself, and ask again."] : [];
  return [...(failed === outcomes.length ? [] : [opening]), ...parts, ...advice, sources(outcomes)].join("\n\n");
}

function hasFailed({ isError, result }: ToolOutcome): boolean {
  const value = parse(result);
  return isError || (isRecord(value) && value.error !== undefined && value.error !== null && value.error !== false);
}

function errorText(value: unknown, result: string): string {
  if (!isRecord(value)) return result.slice(0, 500);
  const { error } = value;
  if (typeof error === "string") return error;
  return isRecord(error) && typeof error.message === "string" ? error.message : JSON.stringify(error);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const VERB = /^(?:get|fetch|find|look up|read|list|search|run|exec|execute)(?: |$)/;

function labelOf({ name }: ToolOutcome): string {
  const spaced = spacedName(name).replace(VERB, "") || "result";
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Returns the arguments of the call, ` for Paris, celsius`. */
function askedFor({ input }: ToolOutcome): string {
  const value = parse(input);
  if (!isRecord(value)) return "";
  const said = Object.values(value).filter((argument) => typeof argument === "string" || typeof argument === "number");
  return said.length > 0 ? ` for ${said.join(", ")}` : "";
}

function isFlat(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && Object.values(value).every((field) => typeof field !== "object" || field === null);
}

const MOST_ROWS = 20;

function wordResult({ label, value }: { label: string; value: unknown }): string {
  if (typeof value === "string") {
    if (value.trim().includes("\n")) return `${label}:\n\n${fence(value)}`;
    return value.length > 200 ? `${label}:\n\n${value}` : `${label}: ${value}`;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return `${label}: nothing.`;
    if (value.every(isFlat)) return `${label}:\n\n${rowsOf(value.slice(0, MOST_ROWS))}`;
    return `${label}:\n\n${value
      .slice(0, MOST_ROWS)
      .map((item) => `- ${cell(item)}`)
      .join("\n")}`;
  }
  if (!isRecord(value)) return `${label}: ${cell(value)}`;
  const fields = Object.entries(value);
  if (fields.length <= 3 && isFlat(value))
    return `${label}: ${fields.map(([name, field]) => `${spacedName(name)} **${cell(field)}**`).join(", ")}.`;
  return `${label}:\n\n${fields.map(([name, field]) => `- **${spacedName(name)}**: ${cell(field)}`).join("\n")}`;
}

/** Shows lines as they are: a file or a listing. */
function fence(text: string): string {
  const marks = text.match(/^`{3,}/gm) ?? [];
  const fence = "`".repeat(Math.max(3, ...marks.map(({ length }) => length + 1)));
  return `${fence}text\n${text.replace(/^\n+|\s+$/g, "")}\n${fence}`;
}

function comparison(results: { outcome: ToolOutcome; value: unknown }[]): string {
  return rowsOf(results.map(({ outcome, value }) => ({ ...primitives(parse(outcome.input)), ...primitives(value) })));
}

function primitives(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function rowsOf(rows: Record<string, unknown>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => `| ${columns.map((column) => cell(row[column])).join(" | ")} |`);
  return [`| ${columns.map(spacedName).join(" | ")} |`, `|${columns.map(() => "---|").join("")}`, ...lines].join("\n");
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return "–";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ");
}

function sources(outcomes: ToolOutcome[]): string {
  const names = [...new Set(outcomes.map(({ name }) => `\`${name}\``))];
  return `*From ${names.join(" and ")}; I only report what came back.*`;
}
