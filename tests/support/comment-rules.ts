/** The rule on how comments begin: with a noun phrase that names the thing, or with a verb in the third person. */

/** Words that begin a clause without a subject, which readers have to read twice. */
const FORBIDDEN_STARTS = /^(?:What|Of|Those|Whoever|Where|How|Whether)\b/;
/** A block comment with its first words, or a line comment that does not go on from the line before. */
const COMMENT =
  /\/\*\*?\s*(?:\*\s*)?(?<block>[^\n]*)|(?<before>^|\n)(?<code>[^\n]*?)(?<![:"'`\w\\/])\/\/ ?(?<line>[^\n/][^\n]*)/g;

/** Returns `path:line text` of each comment that begins with a forbidden word. */
export function findForbiddenComments(path: string, text: string): string[] {
  const found: string[] = [];
  let lastLine = -1;
  for (const { index, 0: whole, groups } of text.matchAll(COMMENT)) {
    const { block, line = "", code = "" } = groups ?? {};
    const number = text.slice(0, index + (groups?.before?.length ?? 0)).split("\n").length;
    const goesOn = block === undefined && code.trim() === "" && lastLine === number - 1;
    if (block === undefined) lastLine = number;
    const words = block ?? line;
    if (!goesOn && FORBIDDEN_STARTS.test(words)) found.push(`${path}:${number} ${whole.trim().slice(0, 100)}`);
  }
  return found;
}
