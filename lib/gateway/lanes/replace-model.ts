/** Changes only the model in a request body (architecture.md, law 1). */
import type { AbridgedBody } from "../request/read-json.ts";

/**
 * @param text body, a well-formed JSON object whose `model` is `current`
 * Numbers that JavaScript cannot hold, key order and spacing do not change, because the text is cut and joined, never
 * parsed and written. Native search skips strings, so a large inline image costs next to nothing.
 */
export function replaceModel(text: string, current: string, model: string): string {
  if (current === model) return text;
  const span = findModel(text, current);
  if (!span) return JSON.stringify({ ...(JSON.parse(text) as object), model });
  return text.slice(0, span.start) + JSON.stringify(model) + text.slice(span.end);
}

/**
 * Replaces the model in a body of which only the skeleton was parsed; returns its parts, without copying the bytes
 * around the model.
 */
export function replaceModelInBytes(
  { bytes, skeleton, toOriginal }: AbridgedBody,
  current: string,
  model: string,
): Buffer[] {
  if (current === model) return [bytes];
  const span = findModel(skeleton, current);
  if (!span) return [Buffer.from(replaceModel(bytes.toString("utf8"), current, model))];
  const placeOf = (index: number) => toOriginal(Buffer.byteLength(skeleton.slice(0, index)));
  return [
    bytes.subarray(0, placeOf(span.start)),
    Buffer.from(JSON.stringify(model)),
    bytes.subarray(placeOf(span.end)),
  ];
}

type Span = { start: number; end: number };

/**
 * Finds the value of the top-level field `model`, with its quotes. Undefined when it is not plain text, or not
 * `current`: of two such fields the last one counts, as for the parser.
 */
function findModel(text: string, current: string): Span | undefined {
  const span = findFirstModel(text);
  return span && JSON.parse(text.slice(span.start, span.end)) === current ? span : undefined;
}

function findFirstModel(text: string): Span | undefined {
  let depth = 0;
  let index = 0;
  while (index < text.length) {
    const character = text[index];
    if (character === '"') {
      const end = stringEnd(text, index);
      if (depth === 1 && text.slice(index, end) === '"model"') {
        const colon = /^\s*:\s*(?=")/.exec(text.slice(end, end + 64));
        if (colon) {
          const start = end + colon[0].length;
          return { start, end: stringEnd(text, start) };
        }
      }
      index = end;
    } else {
      if (character === "{" || character === "[") depth++;
      else if (character === "}" || character === "]") depth--;
      index++;
    }
  }
  return undefined;
}

/** Returns the index after the closing quote of the string that opens at `start`. */
function stringEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote >= 0) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
    quote = text.indexOf('"', quote + 1);
  }
  return text.length;
}
