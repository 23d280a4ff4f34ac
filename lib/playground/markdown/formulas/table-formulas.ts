/**
 * Formulas in table cells, `\(P(A|B)\)` or `$$|x|$$`. Tables are split at every `|` before formulas are read, so a `|`
 * in a formula is replaced until the cells are parsed. Code is read as GitHub does: a `|` in it splits too.
 */
import type { MarkdownNode } from "../markdown-tree.ts";

/** Replacement of the same length, so that offsets stay; Unicode reserves it for internal use, so no text has it. */
const SHIELD = "\ufdd0";

/**
 * Delimiter row of a table. Lengths of blanks, code and formulas are bounded, so that a long row of blanks does not
 * cost quadratic time.
 */
const delimiterRow = /^[ \t>]{0,40}\|?[ \t]{0,40}:?-+:?[ \t]{0,40}(?:\|[ \t]{0,40}:?-+:?[ \t]{0,40})*\|?[ \t]{0,40}$/m;
/**
 * Code, a formula or an escaped character, each on one line. `$$` in cells may be prices: a formula in dollars has no
 * blank at either end.
 */
const stretch =
  /(`+)[^\n]{0,2000}?[^`\n]\1(?!`)|\\\((?:[^\\\n]|\\[^)\n]){1,2000}?\\\)|(?<!\$)\$\$(?![\s$])(?:[^\\\n$]|\\.){1,2000}?(?<!\s)\$\$(?!\$)|\\./g;

/** Replaces each `|` in formulas, if the text has a table. */
export function shieldFormulas(source: string): string {
  if (!delimiterRow.test(source) || source.includes(SHIELD)) return source;
  return source.replace(stretch, (found) => (found.startsWith("`") || found.length < 5 ? found : hidePipes(found)));
}

/** Replaces each `|` that is not escaped. */
const hidePipes = (formula: string): string => formula.replace(/\\.|\|/g, (found) => (found === "|" ? SHIELD : found));

/** Remark plugin: restores every `|`. */
export function unshieldFormulas() {
  return restore;
}

function restore(node: MarkdownNode): void {
  if (node.value?.includes(SHIELD)) node.value = node.value.replaceAll(SHIELD, "|");
  if (node.url?.includes(SHIELD)) node.url = node.url.replaceAll(SHIELD, "|");
  for (const child of node.children ?? []) restore(child);
}
