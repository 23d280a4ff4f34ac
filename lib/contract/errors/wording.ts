/** Parts of error messages. Paths of fields, headers and parameters are in backticks, values in double quotes. */

/** Longest part of a client's text that a message repeats, in characters. */
const LONGEST_ECHO = 100;

/** @param path of a field, or name of a header or parameter */
export function code(path: string): string {
  return `\`${path}\``;
}

/** Quotes a value of the client, cut to `longest` characters. */
export function quote(value: string, longest = LONGEST_ECHO): string {
  return `"${value.slice(0, longest)}"`;
}

/** Formats `["a", "b", "c"]` as `a, b or c`. */
export function alternatives(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}

/** Formats `1000` as `1,000`. */
export function count(number: number): string {
  return number.toLocaleString("en");
}

/** Ends foreign text with one full stop, so that a sentence can follow. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
