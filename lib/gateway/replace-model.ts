/** Changes the model in a request body and nothing else (architecture.md, law 1). */

/**
 * @param text the body, already known to be a well-formed JSON object whose `model` is `current`
 * Numbers that JavaScript cannot hold, key order and spacing stay as they were, because the text is cut and joined,
 * never parsed and written. Strings are skipped by native search, so a large inline image costs next to nothing.
 */
export function replaceModel(text: string, current: string, model: string): string {
  if (current === model) return text;
  const span = findModel(text);
  // Two fields of that name: the parser's choice, the last one, counts.
  if (!span || JSON.parse(text.slice(span.start, span.end)) !== current) {
    return JSON.stringify({ ...(JSON.parse(text) as object), model });
  }
  return text.slice(0, span.start) + JSON.stringify(model) + text.slice(span.end);
}

/** Where the value of the top-level field `model` stands, its quotes included; undefined when it does not come as plain text. */
function findModel(text: string): { start: number; end: number } | undefined {
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

/** The index behind the closing quote of the string that opens at `start`. */
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
