import {
  backslash,
  type Code,
  dollar,
  type Effects,
  mayOpenDollarFormula,
  type State,
  tokenizeDollarFormula,
} from "./dollar-formula.ts";
import { longestFormula } from "./formula.ts";

/**
 * Remark plugin: makes elements of formulas within prose, `\(…\)`, `\[…\]`, `$$…$$` and `$…$`. Markdown would drop the
 * backslashes as escapes and read the formula's `_` and `*` as emphasis.
 */
export function proseFormulas(this: { data(): object }) {
  const data: { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] } = this.data();
  const backslashFormula = { name: "formula", tokenize };
  const dollarFormulas = [
    { name: "formula", tokenize, previous: (code: Code) => code !== dollar },
    { name: "formula", tokenize: tokenizeDollarFormula, previous: mayOpenDollarFormula },
  ];
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push({ text: { [backslash]: backslashFormula, [dollar]: dollarFormulas } });
  data.fromMarkdownExtensions ??= [];
  data.fromMarkdownExtensions.push({ enter: { formula: enterFormula }, exit: { formula: exitFormula } });
}

/** HTML element of a formula; Markdown makes no `var` of anything else. */
export const formulaElement = "var";

/** The last character of the closing delimiter, by the second character of the opening one. */
const closingOf = new Map<Code, number>([
  [40, 41],
  [91, 93],
  [dollar, dollar],
]);

/** Tokenizes a formula. Each line's part is a separate token, with line endings between, as micromark requires. */
function tokenize(effects: Effects, ok: State, nok: State): State {
  let opener: Code = null;
  let closing: number | undefined;
  let length = 0;
  let beginsBlank = false;
  let last: Code = null;
  let hasContent = false;

  function start(code: Code) {
    opener = code;
    effects.enter("formula");
    effects.enter("formulaData");
    effects.consume(code);
    return opening;
  }
  function opening(code: Code) {
    closing = closingOf.get(code);
    if (closing === undefined || (opener === dollar) !== (code === dollar)) return nok(code);
    effects.consume(code);
    return first;
  }
  function first(code: Code): State | undefined {
    // Three dollar signs in a row are not a delimiter.
    if (opener === dollar && code === dollar) return nok(code);
    beginsBlank = isBlank(code);
    return inside(code);
  }
  function inside(code: Code): State | undefined {
    length += 1;
    if (code === null || length > longestFormula) return nok(code);
    if (isLineEnding(code)) {
      last = code;
      effects.exit("formulaData");
      return lineEnding(code);
    }
    effects.consume(code);
    if (code === dollar && opener === dollar) return dollars;
    if (code === backslash) return escaped;
    note(code);
    return inside;
  }
  function lineEnding(code: Code): State {
    effects.enter("lineEnding");
    effects.consume(code);
    effects.exit("lineEnding");
    return lineStart;
  }
  function lineStart(code: Code): State | undefined {
    if (code === null) return nok(code);
    if (isLineEnding(code)) return lineEnding(code);
    effects.enter("formulaData");
    return inside(code);
  }
  /** Consumes an escaped character, so `\\]` closes nothing. */
  function escaped(code: Code) {
    if (code === closing && opener === backslash) {
      if (!hasContent) return nok(code);
      effects.consume(code);
      return finish;
    }
    note(backslash);
    if (code === null || isLineEnding(code)) return inside(code);
    length += 1;
    note(code);
    effects.consume(code);
    return inside;
  }
  function dollars(code: Code) {
    if (code !== dollar) {
      note(dollar);
      return inside(code);
    }
    // "from $$, at best $$" is about prices: a formula has blanks at both ends or at neither.
    if (!hasContent || beginsBlank !== isBlank(last)) return nok(code);
    effects.consume(code);
    return closed;
  }
  function closed(code: Code) {
    return code === dollar ? nok(code) : finish(code);
  }
  function finish(code: Code) {
    effects.exit("formulaData");
    effects.exit("formula");
    return ok(code);
  }
  function note(code: Code) {
    last = code;
    hasContent ||= !isBlank(code);
  }
  return start;
}

function isLineEnding(code: number): boolean {
  return code <= -3;
}

function isBlank(code: Code): boolean {
  return code !== null && (code < 0 || code === 32);
}

interface FormulaNode {
  type: string;
  value?: string;
  data?: object;
  children?: { type: string; value: string }[];
}

interface CompileContext {
  stack: FormulaNode[];
  enter(node: FormulaNode, token: unknown): void;
  exit(token: unknown): void;
  sliceSerialize(token: unknown): string;
}

// The node stays open over the line endings inside, or they would be added to the paragraph as well.
function enterFormula(this: CompileContext, token: unknown) {
  this.enter({ type: "formula", children: [] }, token);
}

function exitFormula(this: CompileContext, token: unknown) {
  const node = this.stack.at(-1);
  if (node) {
    node.children = [{ type: "text", value: this.sliceSerialize(token) }];
    node.data = { hName: formulaElement };
  }
  this.exit(token);
}
