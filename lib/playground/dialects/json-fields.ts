/** Reads JSON whose shape is not known. */

export type Fields = Record<string, unknown>;

export function fields(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** Returns the objects of a list; skips everything else in it, or in its place. */
export const fieldsList = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.map(fields).filter((entry) => entry !== undefined) : [];
export const string = (value: unknown): string => (typeof value === "string" ? value : "");
export const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
