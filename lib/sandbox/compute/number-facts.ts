/** Facts of numbers: bases, Roman numerals, primes, factorials, sequences, and which of two is larger. */
import { formatNumber } from "./format-number.ts";

export function answerAboutNumbers(question: string): string | undefined {
  if (question.length > 200) return undefined;
  for (const answer of [convertBase, convertRoman, compareNumbers, testPrime, factorial, sequence, parity]) {
    const text = answer(question);
    if (text !== undefined) return text;
  }
  return undefined;
}

const BASES: [RegExp, number, string][] = [
  [/\bbinary\b|\bbase[- ]?2\b/i, 2, "0b"],
  [/\boctal\b|\bbase[- ]?8\b/i, 8, "0o"],
  [/\bhex(?:adecimal)?\b|\bbase[- ]?16\b/i, 16, "0x"],
  [/\bdecimal\b|\bbase[- ]?10\b/i, 10, ""],
];
const LARGEST = 2 ** 53;

function convertBase(question: string): string | undefined {
  const named = BASES.filter(([asked]) => asked.test(question));
  const match =
    /\b(0x[\da-f]+|0b[01]+|0o[0-7]+|\d+|(?<=hex(?:adecimal)? )[\da-f]+)\b(?!\s*(?:in|to) (?:python|code))/i.exec(
      question.replaceAll(/\bbase[- ]?\d+\b/gi, ""),
    );
  if (named.length === 0 || !match?.[1]) return undefined;
  const digits = match[1].toLowerCase();
  const isNear = ([asked]: [RegExp, number, string]) =>
    new RegExp(`(?:${asked.source})(?: number)? ${digits}`, "i").test(question);
  const from = /^0[xbo]/.test(digits) ? undefined : (named.find(isNear) ?? (named.length > 1 ? named[0] : undefined));
  const value = from ? Number.parseInt(digits, from[1]) : Number(digits);
  const to = named.find((base) => base !== from) ?? BASES[3];
  if (!to || !Number.isFinite(value) || value >= LARGEST) return undefined;
  return `**${match[1]} = ${to[2]}${value.toString(to[1])}**${to[1] === 10 ? "" : ` (decimal ${value})`}`;
}

const ROMAN: [string, number][] = [
  ["M", 1000],
  ["CM", 900],
  ["D", 500],
  ["CD", 400],
  ["C", 100],
  ["XC", 90],
  ["L", 50],
  ["XL", 40],
  ["X", 10],
  ["IX", 9],
  ["V", 5],
  ["IV", 4],
  ["I", 1],
];

function convertRoman(question: string): string | undefined {
  if (!/\broman\b/i.test(question)) return undefined;
  const number = Number(/\b(\d{1,4})\b/.exec(question)?.[1]);
  if (number > 0 && number < 4000) return `**${number} = ${toRoman(number)}**`;
  const roman = /\b([MDCLXVI]{1,15})\b/.exec(question.replace(/\bI\b(?= )/g, ""))?.[1];
  if (roman === undefined) return undefined;
  let rest = roman;
  let value = 0;
  for (const [letters, worth] of ROMAN) {
    while (rest.startsWith(letters)) {
      rest = rest.slice(letters.length);
      value += worth;
    }
  }
  return rest === "" && toRoman(value) === roman ? `**${roman} = ${value}**` : `${roman} is not a Roman numeral.`;
}

function toRoman(number: number): string {
  let rest = number;
  let text = "";
  for (const [letters, worth] of ROMAN) {
    for (; rest >= worth; rest -= worth) text += letters;
  }
  return text;
}

function compareNumbers(question: string): string | undefined {
  const match =
    /\b(?:which|what)\b.*\b(bigger|larger|greater|higher|more|smaller|lower|less)\b\D*?(-?\d+(?:\.\d+)?)\s*(?:or|and|vs\.?|,)\s*(-?\d+(?:\.\d+)?)\s*\??$|\bis (-?\d+(?:\.\d+)?) (bigger|larger|greater|higher|more|smaller|lower|less) than (-?\d+(?:\.\d+)?)\s*\??$/i.exec(
      question.trim(),
    );
  if (!match) return undefined;
  const [left, right] = [Number(match[2] ?? match[4]), Number(match[3] ?? match[6])];
  if (left === right) return `They are equal: ${left} = ${right}.`;
  const word = match[1] ?? match[5] ?? "";
  const wantsLess = /smaller|lower|less/i.test(word);
  if (match[4] !== undefined)
    return `**${(wantsLess ? left < right : left > right) ? "Yes" : "No"}.** ${left} ${left > right ? ">" : "<"} ${right}.`;
  return `**${wantsLess ? Math.min(left, right) : Math.max(left, right)}** is ${word}: the difference is ${formatNumber(Math.abs(left - right))}.`;
}

function testPrime(question: string): string | undefined {
  const number = Number(/\bis (?:the number )?(\d{1,12}) (?:an? )?prime\b/i.exec(question)?.[1]);
  if (!Number.isSafeInteger(number)) return undefined;
  const divisor = smallestDivisor(number);
  if (number < 2) return `**No.** Primes begin at 2.`;
  return divisor === number ? `**Yes**, ${number} is prime.` : `**No.** ${number} = ${divisor} × ${number / divisor}.`;
}

/** At most a million steps, for a number of twelve digits. */
function smallestDivisor(number: number): number {
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return divisor;
  return number;
}

function factorial(question: string): string | undefined {
  const match = /\bfactorial of (\d{1,3})\b|\b(\d{1,3}) factorial\b|(?<![\d.])(\d{1,3})!(?=[\s?]*$)/i.exec(question);
  const number = Number(match?.slice(1).find(Boolean));
  if (!match || number > 170) return undefined;
  let value = 1n;
  for (let factor = 2n; factor <= BigInt(number); factor++) value *= factor;
  return `**${number}! = ${value.toLocaleString("en-US")}**`;
}

const MOST_TERMS = 100;

function sequence(question: string): string | undefined {
  const match =
    /\b(?:first|list|give me)\s+(?:the\s+)?(?:first\s+)?(\d{1,3}|ten|five|twenty)\s+(prime|fibonacci|even|odd|square)(?:s| numbers?)?\b/i.exec(
      question,
    );
  if (!match) return undefined;
  const count = Math.min(
    MOST_TERMS,
    Number({ five: 5, ten: 10, twenty: 20 }[match[1]?.toLowerCase() ?? ""] ?? match[1]),
  );
  const terms: number[] = [];
  let [before, current] = [0, 1];
  for (let candidate = 0; terms.length < count; candidate++) {
    switch (match[2]?.toLowerCase()) {
      case "prime":
        if (candidate > 1 && smallestDivisor(candidate) === candidate) terms.push(candidate);
        break;
      case "fibonacci":
        terms.push(before);
        [before, current] = [current, before + current];
        break;
      case "even":
        terms.push(2 * (candidate + 1));
        break;
      case "odd":
        terms.push(2 * candidate + 1);
        break;
      default:
        terms.push((candidate + 1) ** 2);
    }
  }
  return `**${terms.join(", ")}**`;
}

function parity(question: string): string | undefined {
  const match = /\bis (-?\d{1,15}) (?:an? )?(even|odd)\b/i.exec(question);
  if (!match) return undefined;
  const name = Number(match[1]) % 2 === 0 ? "even" : "odd";
  return `**${name === match[2]?.toLowerCase() ? "Yes" : "No"}**, ${match[1]} is ${name}.`;
}
