/** Result of reading a file of another tool, and helpers of its readers. */
import type { EvaluationImport } from "#lib/contract/evaluation.ts";
import { EVALUATION_BOUNDS, type EvaluationRow } from "#lib/contract/evaluation-definition.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { errors } from "#lib/http/errors.ts";

export type Imported = Pick<EvaluationImport, "definition" | "ignored">;

/** Limit on the names of ignored parts. */
const MOST_IGNORED = 100;

/** Names of parts without a counterpart, each once. */
export class Ignored {
  private readonly names = new Set<string>();

  add(name: string): void {
    if (this.names.size < MOST_IGNORED) this.names.add(name.slice(0, 300));
  }

  list(): string[] {
    return [...this.names];
  }
}

/** @throws GatewayError 413 for more rows than an evaluation may have */
export function requireFewRows(rows: number): void {
  if (rows > EVALUATION_BOUNDS.rows) {
    throw errors.evaluationImportTooLarge({ rows, limit: EVALUATION_BOUNDS.rows });
  }
}

/** Returns a value of a foreign file as text. */
export function toText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Returns the values of an object as texts; nested objects also by their paths, as in `item.question`. */
export function toValues(record: Record<string, unknown>): EvaluationRow["values"] {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name.trim() || "value", toText(value)]));
}

export function getArray(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

export function getString(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function getNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function getRecord(value: unknown): Record<string, unknown> | undefined {
  return isRecord(value) ? value : undefined;
}
