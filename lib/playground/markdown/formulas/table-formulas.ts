/**
 * Formulas in cells of tables, `\(P(A|B)\)` or `$$|x|$$`. Tables are cut at every `|` before anything looks for formulas:
 * those within one are another character until the cells are there. Code stays as GitHub reads it: there too a `|` cuts.
 */
import type { MarkdownNode } from "../markdown-tree.ts";

/** Of the same length, so that offsets stay; no text has it (Unicode reserves it for use within programs). */
const SHIELD = "\ufdd0";

/** Blanks are counted, as is what a formula or code may be long: a row of blanks without end must not cost its square. */
const delimiterRow = /^[ \t>]{0,40}\|?[ \t]{0,40}:?-+:?[ \t]{0,40}(?:\|[ \t]{0,40}:?-+:?[ \t]{0,40})*\|?[ \t]{0,40}$/m;
/**
 * Code, a formula, or a character that a backslash takes its meaning from; each on one line, as a row is. Cells that say
 * `$$` speak of prices: within dollars a formula has no blank at either end.
 */
const stretch =
  /(`+)[^\n]{0,2000}?[^`\n]\1(?!`)|\\\((?:[^\\\n]|\\[^)\n]){1,2000}?\\\)|(?<!\$)\$\$(?![\s$])(?:[^\\\n$]|\\.){1,2000}?(?<!\s)\$\$(?!\$)|\\./g;

/** The same text with the `|` of its formulas put out of sight, where it has a table. */
export function shieldFormulas(source: string): string {
  if (!delimiterRow.test(source) || source.includes(SHIELD)) return source;
  return source.replace(stretch, (found) => (found.startsWith("`") || found.length < 5 ? found : hidePipes(found)));
}

/** What is escaped already is no cut. */
const hidePipes = (formula: string): string => formula.replace(/\\.|\|/g, (found) => (found === "|" ? SHIELD : found));

/** Remark plugin: every `|` as it was. */
export function unshieldFormulas() {
  return restore;
}

function restore(node: MarkdownNode): void {
  if (node.value?.includes(SHIELD)) node.value = node.value.replaceAll(SHIELD, "|");
  if (node.url?.includes(SHIELD)) node.url = node.url.replaceAll(SHIELD, "|");
  for (const child of node.children ?? []) restore(child);
}
