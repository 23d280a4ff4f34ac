/** Reading JSON of which nothing is sure. */

export type Fields = Record<string, unknown>;

export function fields(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** The objects of a list; anything else in it, or in its place, is passed over. */
export const fieldsList = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.map(fields).filter((entry) => entry !== undefined) : [];
export const string = (value: unknown): string => (typeof value === "string" ? value : "");
export const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
