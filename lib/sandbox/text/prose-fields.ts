/** Fields that text as a whole fits: an answer in prose, the result in it, or the request itself. */
import { spacedName } from "./field-candidates.ts";

const PROSE =
  /\b(answer|summary|explanation|response|reply|reasoning|analysis|conclusion|description|details?|output)\b/;
const RESULT = /\b(answer|result|value|total|sum|solution)\b/;
/** A search takes a whole request; a file's content does not. */
const REQUEST = /\b(query|question|search|keywords?|q|term|prompt|input|request|expression)\b/;

export function holdsProse(name: string): boolean {
  return PROSE.test(spacedName(name));
}

export function takesWholeRequest(name: string): boolean {
  return REQUEST.test(spacedName(name));
}

/** Returns the result of a computation for a field that asks for it: of `2+2 = 4` the 4. */
export function resultFor(name: string, prose: string | undefined): number | undefined {
  if (prose === undefined || !RESULT.test(spacedName(name))) return undefined;
  const digits = /= (-?[\d,]+(?:\.\d+)?)$/.exec(prose.trim())?.[1];
  return digits === undefined ? undefined : Number(digits.replaceAll(",", ""));
}
