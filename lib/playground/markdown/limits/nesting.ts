/**
 * Limit on depth. Markdown parsers recurse once per quote or list level, so a line of a thousand `>` costs a thousand
 * frames and quadratic time in each. No response written for people is deeper than this.
 */
const maximumDepth = 20;
/** Limit on indentation in columns: a list marker further right can only be in a list nested too deep, or in code. */
const maximumIndent = 60;

const marker = "(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t])))";
const deepLine = new RegExp(`^(${marker}{${maximumDepth}})(${marker}+)`, "gm");
const farLine = new RegExp(`^([ \\t]{${maximumIndent},})([-+*>]|\\d{1,9}[.)])(?=[ \\t]|$)`, "gm");
const thematicBreak = /^ {0,3}([-*])[ \t]*(?:\1[ \t]*){2,}$/;

/**
 * Replaces the markers beyond the depth limit with letters, keeping every offset, so that a lexer finds the same block
 * boundaries without going deeper.
 */
export function flattenNesting(source: string): string {
  return source
    .replace(deepLine, (found: string, kept: string, excess: string, offset: number) => {
      const end = source.indexOf("\n", offset);
      const line = source.slice(offset, end < 0 ? undefined : end);
      return thematicBreak.test(line) ? found : kept + "x".repeat(excess.length);
    })
    .replace(farLine, (_found, indent: string, excess: string) => indent + "x".repeat(excess.length));
}
