import { flattenNesting } from "./nesting.ts";

/**
 * Limit on emphasis marks: matching takes time quadratic in the marks of one paragraph, and ten thousand block the page
 * for seconds. A long paragraph written by people has a few dozen.
 */
const marksPerParagraph = 1_000;
const marksPerBlock = 4_000;
/** Limit on formulas: the end of each open `\(` or `$$` is searched for in the rest of the paragraph. */
const formulasPerBlock = 300;

/** Returns true for a block that must not be parsed; it is shown as plain text. */
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
