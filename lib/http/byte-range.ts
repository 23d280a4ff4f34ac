/** `Range` of a request for bytes (RFC 9110 §14.2). */

/**
 * Range from `start` up to, but not including, `end`. Undefined for none, an invalid one and several: all bytes are the
 * right response then. "none" for a range beyond the end.
 */
export function readByteRange(
  header: string | string[] | undefined,
  size: number,
): { start: number; end: number } | "none" | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(String(header ?? "").trim()) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const length = Number(last);
    return length === 0 ? "none" : { start: Math.max(0, size - length), end: size };
  }
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "none" : { start, end };
}
