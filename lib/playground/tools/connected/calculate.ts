/** Calculator: arithmetic expressions, read by a parser of their own. Nothing is evaluated as code. */

const LONGEST_EXPRESSION = 1_000;
const DEEPEST = 100;
/** Digits that a double holds exactly: 0.1 + 0.2 is 0.3. */
const DIGITS = 15;

const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ["pi", Math.PI],
  ["e", Math.E],
]);

const FUNCTIONS: ReadonlyMap<string, (...values: number[]) => number> = new Map([
  ...(["sqrt", "cbrt", "abs", "floor", "ceil", "sin", "cos", "tan", "asin", "acos", "atan", "exp"] as const).map(
    (name): [string, (value: number) => number] => [name, Math[name]],
  ),
  ["ln", Math.log],
  ["log", Math.log10],
  ["log2", Math.log2],
  ["min", Math.min],
  ["max", Math.max],
  ["round", (value, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits],
]);

const TOKEN = /\s*(?:(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([a-z_][a-z0-9_]*)|(\*\*|[-+*/%^(),×÷−]))/iy;

/** @throws Error that says what is wrong with the expression */
export function calculate(expression: string): string {
  if (expression.length > LONGEST_EXPRESSION) throw new Error(`Use at most ${LONGEST_EXPRESSION} characters.`);
  const value = new Parser(readTokens(expression)).read();
  if (!Number.isFinite(value)) throw new Error("The result is not a finite number.");
  return String(Number(value.toPrecision(DIGITS)));
}

type Token = { kind: "number" | "name" | "sign"; text: string };

function readTokens(expression: string): Token[] {
  const tokens: Token[] = [];
  const text = expression.trimEnd();
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [, number, name, sign] = TOKEN.exec(text) ?? [];
    if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (name !== undefined) tokens.push({ kind: "name", text: name.toLowerCase() });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: toPlainSign(sign) });
    else throw new Error(`There is no number, name or operator at "${text.slice(at, at + 20).trim()}".`);
  }
  return tokens;
}

function toPlainSign(sign: string): string {
  return { "×": "*", "÷": "/", "−": "-", "**": "^" }[sign] ?? sign;
}

/** Reads sums of products of powers, as they bind. */
class Parser {
  private readonly tokens: readonly Token[];
  private at = 0;
  private depth = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  read(): number {
    const value = this.sum();
    const rest = this.tokens[this.at];
    if (rest) throw new Error(`"${rest.text}" was not expected.`);
    return value;
  }

  private takes(...signs: string[]): string | undefined {
    const token = this.tokens[this.at];
    if (token?.kind !== "sign" || !signs.includes(token.text)) return undefined;
    this.at++;
    return token.text;
  }

  private expect(sign: string): void {
    if (this.takes(sign) === undefined) throw new Error(`"${sign}" is missing.`);
  }

  private sum(): number {
    if (++this.depth > DEEPEST) throw new Error("The expression is nested too deeply.");
    let value = this.product();
    for (let sign = this.takes("+", "-"); sign; sign = this.takes("+", "-")) {
      const next = this.product();
      value = sign === "+" ? value + next : value - next;
    }
    this.depth--;
    return value;
  }

  private product(): number {
    let value = this.signed();
    for (let sign = this.takes("*", "/", "%"); sign; sign = this.takes("*", "/", "%")) {
      const next = this.signed();
      if (sign !== "*" && next === 0) throw new Error("A division by zero has no result.");
      value = sign === "*" ? value * next : sign === "/" ? value / next : value % next;
    }
    return value;
  }

  /** A sign binds less than a power: -2^2 is -4. */
  private signed(): number {
    let factor = 1;
    for (let sign = this.takes("+", "-"); sign; sign = this.takes("+", "-")) if (sign === "-") factor = -factor;
    return factor * this.power();
  }

  private power(): number {
    const base = this.atom();
    if (this.takes("^") === undefined) return base;
    if (++this.depth > DEEPEST) throw new Error("The expression is nested too deeply.");
    const value = base ** this.signed();
    this.depth--;
    return value;
  }

  private atom(): number {
    if (this.takes("(") !== undefined) {
      const value = this.sum();
      this.expect(")");
      return value;
    }
    const token = this.tokens[this.at++];
    if (!token) throw new Error("The expression ends too early.");
    if (token.kind === "number") return Number(token.text);
    if (token.kind === "sign") throw new Error(`"${token.text}" was not expected.`);
    const constant = CONSTANTS.get(token.text);
    if (constant !== undefined) return constant;
    const run = FUNCTIONS.get(token.text);
    if (!run) throw new Error(`"${token.text}" is no function or constant of the calculator.`);
    this.expect("(");
    const values = [this.sum()];
    while (this.takes(",") !== undefined) values.push(this.sum());
    this.expect(")");
    return run(...values);
  }
}
