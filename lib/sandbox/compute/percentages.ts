/** Percentages in words: a share, a rise, a discount, a tip. */
import { formatNumber } from "./format-number.ts";

const NUMBER = "[$€£]?\\s*(\\d[\\d,]*(?:\\.\\d+)?)";
const PERCENT = "(\\d+(?:\\.\\d+)?)\\s*(?:%|percent|per cent)";

type Form = { asked: RegExp; solve(first: number, second: number): string };

const FORMS: Form[] = [
  {
    asked: new RegExp(`${NUMBER} is (?:what|how many|which) (?:percent|per cent|%|percentage) of ${NUMBER}`, "i"),
    solve: (part, whole) => share(part, whole),
  },
  {
    asked: new RegExp(
      `(?:what|which) (?:percent|per cent|%|percentage) (?:of ${NUMBER} is|is ${NUMBER} of) ${NUMBER}`,
      "i",
    ),
    solve: (first, second) => share(Math.min(first, second), Math.max(first, second)),
  },
  {
    asked: new RegExp(`(?:increase|raise|grow|add) ${NUMBER} by ${PERCENT}`, "i"),
    solve: (base, rate) => change(base, rate),
  },
  {
    asked: new RegExp(`(?:decrease|reduce|lower|cut|discount) ${NUMBER} by ${PERCENT}`, "i"),
    solve: (base, rate) => change(base, -rate),
  },
  { asked: new RegExp(`${NUMBER} (?:plus|\\+) ${PERCENT}`, "i"), solve: (base, rate) => change(base, rate) },
  { asked: new RegExp(`${NUMBER} (?:minus|-) ${PERCENT}`, "i"), solve: (base, rate) => change(base, -rate) },
  {
    asked: new RegExp(`${PERCENT} (?:off|discount on|less than) ${NUMBER}`, "i"),
    solve: (rate, base) => change(base, -rate),
  },
  {
    asked: new RegExp(`${PERCENT} tip (?:on|for) (?:a )?${NUMBER}`, "i"),
    solve: (rate, base) =>
      `**${formatNumber((base * rate) / 100)}** tip, ${formatNumber(base * (1 + rate / 100))} in all.`,
  },
  {
    asked: new RegExp(`${PERCENT} (?:of|from) ${NUMBER}`, "i"),
    solve: (rate, base) => `**${rate} % of ${formatNumber(base)} = ${formatNumber((base * rate) / 100)}**`,
  },
];

export function computePercentage(question: string): string | undefined {
  if (question.length > 200) return undefined;
  for (const { asked, solve } of FORMS) {
    const groups = asked
      .exec(question)
      ?.slice(1)
      .filter((group) => group !== undefined);
    if (!groups) continue;
    const [first = Number.NaN, second = Number.NaN] = groups.map((group) => Number(group.replaceAll(",", "")));
    if (Number.isFinite(first) && Number.isFinite(second)) return solve(first, second);
  }
  return undefined;
}

function share(part: number, whole: number): string {
  return `**${formatNumber(part)} is ${formatNumber((100 * part) / whole)} % of ${formatNumber(whole)}.**`;
}

function change(base: number, rate: number): string {
  const sign = rate < 0 ? "−" : "+";
  return `**${formatNumber(base)} ${sign} ${formatNumber(Math.abs(rate))} % = ${formatNumber(base * (1 + rate / 100))}**`;
}
