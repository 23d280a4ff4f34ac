/**
 * Formulas in TeX, found before Markdown reads their backslashes, `_` and `*`: `$$…$$`, `\(…\)` and `\[…\]`. (`$…$`
 * occurs only within prose: dollar-formula.ts.)
 */

/** Limit on a formula, in characters, so that many open ones do not cost quadratic time. */
export const longestFormula = 2_000;

/** A formula on lines of its own. It may contain a line of any other block, but no blank line and no fence. */
export interface FormulaBlock {
  /** Length with the delimiters and the line feed after them. */
  length: number;
  tex: string;
}

const opening = /^ {0,3}(\$\$(?!\$)|\\\[)/;
const lineOpening = /(?:^|\n)(?= {0,3}(?:\$\$(?!\$)|\\\[))/g;
const end = /\n[ \t\r]*\n|[\n\r] {0,3}(?:```|~~~)/;
/**
 * Range in which open formulas are searched for: the longest formula, its delimiters and indentation, and some blanks.
 */
const reach = longestFormula + 100;
/** Limit on lines of one paragraph that open a formula without an end; the rest is read as text. */
const vainOpenings = 50;

/** Reads the formula at the start of `text`, which is the start of a line; "open" when only its end is missing. */
export function readFormulaBlock(text: string): FormulaBlock | "open" | undefined {
  const opened = opening.exec(text);
  if (!opened) return undefined;
  const start = opened[0].length;
  const closing = opened[1] === "$$" ? "$$" : "\\]";
  const rest = text.slice(start, start + reach);
  const ended = rest.search(end);
  const body = ended < 0 ? rest : rest.slice(0, ended + 1);
  for (const { 0: mark, index } of body.matchAll(/\\[\s\S]|\$\$/g)) {
    if (mark !== closing) continue;
    const after = /^[ \t]*(?:\r?\n|$)/.exec(rest.slice(index + 2));
    const tex = body.slice(0, index).trim();
    if (!after || tex === "" || index > longestFormula) return undefined;
    return { length: start + index + 2 + after[0].length, tex };
  }
  return ended < 0 && rest.length < reach ? "open" : undefined;
}

/**
 * Returns the offset of the first complete formula block at a later line of the first paragraph of `text`; -1 for none.
 */
export function findFormulaBlock(text: string): number {
  const blank = text.search(/\n[ \t]*\n/);
  const paragraph = blank < 0 ? text : text.slice(0, blank + 1);
  let tried = 0;
  for (const match of paragraph.matchAll(lineOpening)) {
    const at = match.index + match[0].length;
    if (at > 0 && typeof readFormulaBlock(text.slice(at)) === "object") return at;
    tried += 1;
    if (tried > vainOpenings) break;
  }
  return -1;
}

/**
 * Returns the offset of a formula block after `position` that is open at the end of the text; undefined when there is
 * none.
 */
export function openFormulaAt(text: string, position: number): number | undefined {
  const reached = Math.max(position, text.length - reach);
  // Only the start of a line can open a block.
  const from = reached > position ? text.indexOf("\n", reached) : position;
  if (from < 0) return undefined;
  const recent = text.slice(from);
  let next = 0;
  for (const match of recent.matchAll(lineOpening)) {
    const at = match.index + match[0].length;
    if (at < next) continue;
    const block = readFormulaBlock(recent.slice(at));
    if (block === "open") return from + at;
    if (block) next = at + block.length;
  }
  return undefined;
}
