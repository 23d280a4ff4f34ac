import { flattenNesting } from "./nesting.ts";

/**
 * Emphasis is matched in time that grows with the square of its marks within one paragraph: ten thousand of them hold
 * the page for seconds. A long paragraph that people wrote has a few dozen.
 */
const marksPerParagraph = 1_000;
const marksPerBlock = 4_000;
/** Each `\(` or `$$` without its end is looked for over the rest of the paragraph. */
const formulasPerBlock = 300;

/** True for a block that no parser should be let loose on; it is shown as the text that it is. */
export function exceedsParseLimits(source: string): boolean {
  return flattenNesting(source) !== source || hasTooManyMarks(source);
}

function hasTooManyMarks(source: string): boolean {
  if (source.length <= marksPerParagraph / 2) return false;
  if (count(source, /\\[([]|\$\$/g) > formulasPerBlock || count(source, /[*_~]/g) > marksPerBlock) return true;
  return source
    .split(/\n(?=[ \t]*(?:\n|\||[-+*][ \t]|\d+[.)][ \t]))/)
    .some((run) => count(run, /[*_~]/g) > marksPerParagraph);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
