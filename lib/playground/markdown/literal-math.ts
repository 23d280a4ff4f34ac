/**
 * Remark plugin: keeps `\(…\)` and `\[…\]` as they were written. Markdown would drop the backslashes as escapes and read
 * the formula's `_` and `*` as emphasis. A single `$` has no meaning at all: prices are not formulas.
 */
export function literalMath(this: { data(): object }) {
  const data: { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] } = this.data();
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push({ text: { [backslash]: { name: "literalMath", tokenize } } });
  data.fromMarkdownExtensions ??= [];
  data.fromMarkdownExtensions.push({ enter: { literalMath: enterText }, exit: { literalMath: exitText } });
}

const backslash = 92;
/** A formula is given up after this many characters, so that many open ones do not cost the square of the text. */
const longestFormula = 2_000;
const closingOf = new Map<number | null, number>([
  [40, 41],
  [91, 93],
]);

/** A character code; null at the end of the text, negative for line endings and tabs (micromark's convention). */
type Code = number | null;
type State = (code: Code) => State | undefined;
interface Effects {
  enter(type: string): void;
  exit(type: string): void;
  consume(code: Code): void;
}

/** Each stretch of a line is a token of its own, with line endings between: micromark's law for what spans lines. */
function tokenize(effects: Effects, ok: State, nok: State): State {
  let closing: number | undefined;
  let length = 0;

  function start(code: Code) {
    effects.enter("literalMath");
    effects.enter("literalMathData");
    effects.consume(code);
    return opening;
  }
  function opening(code: Code) {
    closing = closingOf.get(code);
    if (closing === undefined) return nok(code);
    effects.consume(code);
    return inside;
  }
  function inside(code: Code): State | undefined {
    length += 1;
    if (code === null || length > longestFormula) return nok(code);
    if (isLineEnding(code)) {
      effects.exit("literalMathData");
      return lineEnding(code);
    }
    effects.consume(code);
    return code === backslash ? escaped : inside;
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
    effects.enter("literalMathData");
    return inside(code);
  }
  function escaped(code: Code) {
    if (code !== closing) return inside(code);
    effects.consume(code);
    effects.exit("literalMathData");
    effects.exit("literalMath");
    return ok;
  }
  return start;
}

function isLineEnding(code: number): boolean {
  return code <= -3;
}

interface CompileContext {
  stack: { value?: string }[];
  enter(node: object, token: unknown): void;
  exit(token: unknown): void;
  sliceSerialize(token: unknown): string;
}

// The node is open while the line endings inside pass by, or they would be added to the paragraph as well.
function enterText(this: CompileContext, token: unknown) {
  this.enter({ type: "text", value: "" }, token);
}

function exitText(this: CompileContext, token: unknown) {
  const node = this.stack.at(-1);
  if (node) node.value = this.sliceSerialize(token);
  this.exit(token);
}
