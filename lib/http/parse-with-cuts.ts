/** Parses a large JSON body without its long strings, which are decoded one by one and inserted into the value. */
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Cut of a string without escapes: `open` is the offset after its opening quote; `start` to `end` is cut. */
export type Cut = { open: number; start: number; end: number };

/**
 * @param bytes well-formed JSON
 * @param cuts its long strings in order, none of them a name
 * @returns the whole value, with turns for other work between the long strings
 */
export async function parseWithCuts(bytes: Buffer, cuts: readonly Cut[]): Promise<unknown> {
  // Unpredictable for clients, so that no string of a body is mistaken for a cut one.
  const mark = `${randomUUID()}:`;
  const pieces: Buffer[] = [];
  const strings: string[] = [];
  let from = 0;
  for (const [index, { open, end }] of cuts.entries()) {
    pieces.push(bytes.subarray(from, open), Buffer.from(mark + index));
    strings.push(bytes.toString("utf8", open, end));
    from = end;
    await nextTurn();
  }
  pieces.push(bytes.subarray(from));
  const marked: unknown = JSON.parse(Buffer.concat(pieces).toString("utf8"));
  const restore = (value: unknown): unknown => {
    if (typeof value === "string") return value.startsWith(mark) ? strings[Number(value.slice(mark.length))] : value;
    if (typeof value !== "object" || value === null) return value;
    const fields = value as Record<string, unknown>;
    for (const key of Object.keys(fields)) {
      const inner = fields[key];
      const restored = restore(inner);
      if (restored !== inner) fields[key] = restored;
    }
    return value;
  };
  return restore(marked);
}
