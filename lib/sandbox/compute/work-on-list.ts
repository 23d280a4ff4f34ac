/** Lists: sorting, unique items, the other order, sums, averages, extremes. */
import { formatNumber } from "./format-number.ts";
import { textArgument } from "./text-argument.ts";

const BEFORE_ITEMS =
  /\b(?:sort|order|alphabeti[sz]e|unique|duplicates? (?:from|in)|deduplicate|dedupe|reverse|average|mean|median|sum|total|maximum|minimum|max|min|largest|smallest|biggest|highest|lowest|range)\b(?: (?:of|from|in))?(?: (?:the|these|this|my|following))*(?: (?:list|numbers?|words?|names?|lines?|items?|values?))?(?: (?:of|from|in))?(?: (?:alphabetically|ascending|descending))?:?\s/i;
const AFTER_ITEMS =
  /\s*,?\s*(?:in |into )?(?:alphabetical(?:ly)?|ascending|descending|reverse|decreasing|increasing|numerical(?:ly)?)(?: order)?(?: please)?[?!.]*$/i;
const FOR_CODE =
  /\b(?:function|script|program|sql|in python|in javascript|in typescript|in java|code|algorithm|how (?:do|to|can))\b/i;

export function workOnList(question: string): string | undefined {
  if (question.length > 5000 || FOR_CODE.test(question.slice(0, 200))) return undefined;
  const head = question.slice(0, 200).toLowerCase();
  const operation = OPERATIONS.find(({ asked }) => asked.test(head));
  if (!operation) return undefined;
  const items = readItems(question);
  return items.length < 2 ? undefined : operation.apply(items, question);
}

function readItems(question: string): string[] {
  const text = textArgument(question.replace(AFTER_ITEMS, ""), BEFORE_ITEMS)?.replace(/^\[|\]$/g, "");
  if (text === undefined) return [];
  const separator = text.includes("\n")
    ? /\n+/
    : /[,;]/.test(text)
      ? /\s*[,;]\s*(?:and\s+)?|\s+and\s+/
      : /\s+(?:and\s+)?/;
  return text
    .split(separator)
    .map((item) =>
      item
        .replace(/^(?:[-*]|\d+[.)])\s+/, "")
        .replace(/^["']|["']$/g, "")
        .trim(),
    )
    .filter((item) => item !== "");
}

type Operation = { asked: RegExp; apply(items: string[], question: string): string | undefined };

const OPERATIONS: Operation[] = [
  {
    asked: /\b(?:average|mean) (?:of|is)\b|\bwhat(?:'s| is) the (?:average|mean)\b/,
    apply: (items) => ofNumbers(items, "average", (numbers) => sum(numbers) / numbers.length),
  },
  { asked: /\bmedian\b/, apply: (items) => ofNumbers(items, "median", median) },
  { asked: /\b(?:sum|total|add up)\b/, apply: (items) => ofNumbers(items, "sum", sum) },
  {
    asked: /\b(?:maximum|max|largest|biggest|highest)\b/,
    apply: (items) => ofNumbers(items, "largest", (numbers) => Math.max(...numbers)),
  },
  {
    asked: /\b(?:minimum|min|smallest|lowest)\b/,
    apply: (items) => ofNumbers(items, "smallest", (numbers) => Math.min(...numbers)),
  },
  { asked: /\b(?:unique|duplicates?|deduplicate|dedupe)\b/, apply: (items) => write([...new Set(items)], items) },
  {
    asked: /^(?:please |can you |could you )*(?:sort|order|alphabeti[sz]e|arrange)\b/,
    apply: (items, question) => {
      const sorted = sort(items);
      return write(
        /\b(?:descending|decreasing|reverse|largest first|z to a)\b/i.test(question) ? sorted.reverse() : sorted,
        items,
      );
    },
  },
  { asked: /\breverse (?:the |this |my )?(?:list|order)\b/, apply: (items) => write(items.toReversed(), items) },
];

function sort(items: string[]): string[] {
  const isNumeric = items.every((item) => Number.isFinite(Number(item)));
  return items.toSorted((left, right) => (isNumeric ? Number(left) - Number(right) : left.localeCompare(right, "en")));
}

function ofNumbers(items: string[], name: string, compute: (numbers: number[]) => number): string | undefined {
  const numbers = items.map((item) => Number(item.replaceAll(/[$€£?]/g, "")));
  if (!numbers.every(Number.isFinite)) return undefined;
  return `**${formatNumber(compute(numbers))}** is the ${name} of ${numbers.length} numbers.`;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] =
    sorted.length % 2 === 0 ? [sorted[middle - 1], sorted[middle]] : [sorted[middle], sorted[middle]];
  return (low + high) / 2;
}

/** Short items go on one line, as they came; longer ones on lines. */
function write(items: string[], before: string[]): string {
  const isShort = before.join(", ").length <= 80;
  return isShort ? `**${items.join(", ")}**` : items.map((item) => `- ${item}`).join("\n");
}
