/**
 * Arithmetic in a question: finds, parses and calculates it with a small recursive descent parser; nothing is ever
 * evaluated as code.
 */
import { formatNumber } from "./format-number.ts";

export type Calculation = { expression: string; value: number };

const NUMBER = "(-?\\d[\\d.,/]*)";
/** `add 1/3 and 1/4`, `the sum of 3 and 4`. */
const COMMANDS: [RegExp, string][] = [
  [new RegExp(`\\b(?:add|sum of) ${NUMBER} (?:and|to|with) ${NUMBER}`, "gi"), "$1 + $2"],
  [new RegExp(`\\b(?:subtract|take away) ${NUMBER} from ${NUMBER}`, "gi"), "$2 - $1"],
  [new RegExp(`\\b(?:multiply|product of) ${NUMBER} (?:by|and|with) ${NUMBER}`, "gi"), "$1 * $2"],
  [/\bdivide (-?\d[\d.,]*) by (-?\d[\d.,]*)(?![\d/])/gi, "$1 / $2"],
];

const WORDS: [RegExp, string][] = [
  ...COMMANDS,
  [/\bplus\b/gi, "+"],
  [/\bminus\b/gi, "-"],
  [/\b(?:times|multiplied by)\b|×|·/gi, "*"],
  [/\b(?:divided by|over)\b|÷/gi, "/"],
  [/\b(?:to the power of)\b|\*\*/gi, "^"],
  [/\bsquare root of\s*/gi, "sqrt "],
  [/(\d(?:\.\d+)?)\s*(?:%|percent)\s+of\s+/gi, "$1/100*"],
  [/(?<=\d),(?=\d{3}(?!\d))/g, ""],
];

const EXPRESSION = /(?:sqrt\s*)?[-(.\d][-+*/^().\d\s]*(?:sqrt\s*[(.\d])?[-+*/^().\d\s]*/g;
const LONGEST = 200;

/** Returns undefined when the question is not a calculation. */
export function findCalculation(question: string): Calculation | undefined {
  if (question.length > 2 * LONGEST) return undefined;
  let text = question;
  for (const [pattern, sign] of WORDS) text = text.replaceAll(pattern, sign);
  // Dates and version numbers look like subtraction, so the words around must be about calculating.
  const found = (text.match(EXPRESSION) ?? []).map((match) => match.trim()).sort((a, b) => b.length - a.length)[0];
  if (found === undefined || found.length > LONGEST || !/\d\s*[-+*/^]\s*[(\d.s-]|sqrt/.test(found)) return undefined;
  const rest = text
    .replace(found, " ")
    .replaceAll(/[^\p{L}]+/gu, " ")
    .trim()
    .toLowerCase();
  const isAsked =
    /^(?:(?:please|hey|so|and|now|what|whats|is|s|the|how|much|are|calculate|compute|evaluate|work|out|solve|result|value|sum|of|can|you|tell|me|does|equal|equals|x)\s?)*$/.test(
      rest,
    );
  if (!isAsked) return undefined;
  const value = evaluate(found);
  return value === undefined ? undefined : { expression: found, value };
}

function evaluate(expression: string): number | undefined {
  const tokens = expression.match(/sqrt|\d+(?:\.\d+)?|\.\d+|[-+*/^()]/g) ?? [];
  let at = 0;
  const take = (...wanted: string[]) => (wanted.includes(tokens[at] ?? "") ? tokens[at++] : undefined);

  function sum(): number {
    let value = product();
    for (let sign = take("+", "-"); sign; sign = take("+", "-")) value += sign === "+" ? product() : -product();
    return value;
  }
  function product(): number {
    let value = signed();
    for (let sign = take("*", "/"); sign; sign = take("*", "/"))
      value = sign === "*" ? value * signed() : value / signed();
    return value;
  }
  function signed(): number {
    return take("-") ? -signed() : power();
  }
  function power(): number {
    const base = atom();
    return take("^") ? base ** signed() : base;
  }
  function atom(): number {
    if (take("sqrt")) return Math.sqrt(atom());
    if (take("(")) {
      const value = sum();
      return take(")") ? value : Number.NaN;
    }
    const number = tokens[at++];
    return number !== undefined && /^[\d.]/.test(number) ? Number(number) : Number.NaN;
  }

  const value = sum();
  return at === tokens.length && !Number.isNaN(value) ? value : undefined;
}

export function calculationAnswer({ expression, value }: Calculation): string {
  const shown = expression.replaceAll("*", "×").replaceAll(/\s+/g, " ");
  return Number.isFinite(value) ? `**${shown} = ${formatNumber(value)}**` : `**${shown}** has no finite value.`;
}
