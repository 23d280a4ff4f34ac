/** Reads JSON whose shape is not known. */
import { isRecord } from "#lib/contract/is-record.ts";

export type Fields = Record<string, unknown>;

export function fields(value: unknown): Fields | undefined {
  return isRecord(value) ? value : undefined;
}

/** Returns the objects of a list; skips everything else in it, or in its place. */
export const fieldsList = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.map(fields).filter((entry) => entry !== undefined) : [];
export const string = (value: unknown): string => (typeof value === "string" ? value : "");
export const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
