/**
 * Tokenizes a formula between single dollar signs, `$x_1 + 1$`, as Gemini and many papers write it. A single dollar
 * sign is far more often a price, so all of these must hold: one line, no letter or digit right before or after it, no
 * blank at its inner ends, and something inside that only a formula has.
 */
export function tokenizeDollarFormula(effects: Effects, ok: State, nok: State): State {
  let text = "";
  let escaping = false;

  function start(code: Code): State {
    effects.enter("formula");
    effects.enter("formulaData");
    effects.consume(code);
    return inside;
  }
  function inside(code: Code): State | undefined {
    if (code === null || code < 0 || text.length > LONGEST) return nok(code);
    effects.consume(code);
    if (code === dollar && !escaping) return closed;
    escaping = code === backslash && !escaping;
    text += String.fromCharCode(code);
    return inside;
  }
  function closed(code: Code): State | undefined {
    if (isWord(code) || code === dollar || !readsAsFormula(text)) return nok(code);
    effects.exit("formulaData");
    effects.exit("formula");
    return ok(code);
  }
  return start;
}

/** Returns true when a single dollar sign may open a formula after this character. */
export function mayOpenDollarFormula(previous: Code): boolean {
  return previous !== dollar && !isWord(previous);
}

/** A character code; null at the end of the text, negative for line endings and tabs (micromark's convention). */
export type Code = number | null;
export type State = (code: Code) => State | undefined;
export interface Effects {
  enter(type: string): void;
  exit(type: string): void;
  consume(code: Code): void;
}

export const backslash = 92;
export const dollar = 36;

/** Limit on such a formula, in characters; longer ones are written as displays. */
const LONGEST = 300;
/** Signs of a formula: a command, a superscript or subscript, a relation. */
const MARKS = /\\[a-zA-Z{|,;]|[\^_=<>≤≥≈∈→]/;
/** Signs of a formula that begins with a digit: "$5_000 and 6$" is a price. */
const MARKS_AFTER_FIGURES = /\\[a-zA-Z]|\^|\d[a-z]\b/;
/** Single letters, as in `n - 1`, `(a, b)`, `f(x)`; prose has words. */
const LETTERS = /^[-−(|[]?\p{L}(?!\p{L}{2})/u;

function readsAsFormula(text: string): boolean {
  if (text === "" || /^\s|\s$/.test(text)) return false;
  if (/^\d/.test(text)) return MARKS_AFTER_FIGURES.test(text);
  return MARKS.test(text) || (LETTERS.test(text) && !/\p{L}{3}/u.test(text));
}

function isWord(code: Code): boolean {
  return code !== null && code > 0 && /[\p{L}\p{N}]/u.test(String.fromCharCode(code));
}
