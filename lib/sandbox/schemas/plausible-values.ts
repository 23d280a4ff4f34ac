/** Plausible values for fields that the words do not fill: varied, by the field's name, and recognisably made up. */
import type { Random } from "../random.ts";
import { spacedName } from "../text/field-candidates.ts";

type Words = readonly [string, ...string[]];

const STRINGS: [RegExp, Words][] = [
  [
    /\b(company|organi[sz]ation|employer|brand|vendor|manufacturer)\b/,
    ["Northlight Ltd", "Tandem & Co", "Juniper Works"],
  ],
  [/\b(job|occupation|profession|role|position)\b/, ["engineer", "teacher", "nurse", "designer"]],
  [/\b(product|item|article)\b/, ["desk lamp", "rain jacket", "water bottle", "notebook"]],
  [/\b(street|address)\b/, ["12 Sample Street", "7 Example Road", "48 Harbour Lane"]],
  [/\b(postal|zip|post ?code)\b/, ["10115", "1100-148", "0150"]],
  [/\b(state|region|province)\b/, ["Bavaria", "Ontario", "Queensland"]],
  [/\b(language|lang)\b/, ["en", "pt", "de"]],
  [/\bcurrency\b/, ["EUR", "USD", "GBP"]],
  [/\b(phone|telephone|mobile)\b/, ["+1-555-0100", "+1-555-0101", "+1-555-0102"]],
  [/\bcolou?r\b/, ["teal", "amber", "navy"]],
  [/\b(title|headline|subject)\b/, ["A quiet morning", "Notes on the harbour", "The second draft"]],
  [
    /\b(category|genre|type|kind|tag|topic|keyword|skill|hobby|interest)s?\b/,
    ["general", "travel", "science", "design"],
  ],
  [/\b(status|state|stage)\b/, ["active", "open", "done"]],
  [/\b(unit)\b/, ["piece", "kg", "m"]],
  [/\b(url|uri|link|website)\b/, ["https://example.com/a", "https://example.org/b"]],
  [/\b(e ?mail)\b/, ["alex@example.com", "sam@example.org"]],
  [/\b(date|day)\b/, ["2026-03-14", "2026-06-20", "2026-09-01"]],
  [/\btime\b/, ["09:00", "14:30", "18:15"]],
  [/\b(ingredients?)\b/, ["flour", "butter", "two eggs", "salt"]],
  [/\b(steps?|instructions?)\b/, ["Prepare everything.", "Mix it well.", "Let it rest."]],
  [/\b(author|director|artist|speaker|teacher|owner)\b/, ["Kim Lindqvist", "Nora Becker", "Leo Tanaka"]],
  [
    /\b(description|summary|text|content|body|comment|note|explanation|reason|message)\b/,
    ["A short text that stands in for the real one.", "Two sentences would go here. This is the second."],
  ],
];

const BY_FORMAT: Record<string, Words> = {
  email: ["alex@example.com", "sam@example.org", "kim@example.net"],
  date: ["2026-03-14", "2026-06-20", "2026-09-01"],
  "date-time": ["2026-03-14T09:00:00Z", "2026-06-20T14:30:00Z"],
  uri: ["https://example.com/a", "https://example.org/b"],
};

/** Formats with samples; values of other formats stay as they were generated. */
export const SAMPLED_FORMATS: ReadonlySet<unknown> = new Set([undefined, ...Object.keys(BY_FORMAT)]);

/** @returns candidates, best first; the last ones are valid wherever a plain word is */
export function stringSamples(name: string, random: Random, format?: unknown): string[] {
  const spaced = spacedName(name) || "text";
  const known = typeof format === "string" ? BY_FORMAT[format] : STRINGS.find(([pattern]) => pattern.test(spaced))?.[1];
  const start = random.integer(100);
  const ordered = known?.map((_, index) => known[(start + index) % known.length] ?? "") ?? [];
  const letter = String.fromCharCode(65 + random.integer(26));
  return [...ordered, `Sample ${spaced} ${letter}`, `Sample ${spaced}`, "sample"];
}

/** Bounds by name; a number with `decimals` is rounded to that many. */
const NUMBERS: { when: RegExp; from: number; to: number; decimals?: number }[] = [
  { when: /\b(population|inhabitants)\b/, from: 100_000, to: 10_000_000 },
  { when: /\b(built|founded|established|constructed|opened)\b/, from: 1100, to: 1990 },
  { when: /\b(year)\b/, from: 1950, to: 2025 },
  { when: /\bage\b/, from: 18, to: 80 },
  { when: /\b(price|cost|amount|fee)\b/, from: 5, to: 200, decimals: 2 },
  { when: /\b(total|revenue|salary|budget|sum)\b/, from: 500, to: 9000 },
  { when: /\b(rating|stars)\b/, from: 3, to: 5 },
  { when: /\b(score|percent|percentage)\b/, from: 40, to: 98 },
  { when: /\b(confidence|probability)\b/, from: 0.5, to: 0.95, decimals: 2 },
  { when: /\b(lat|latitude)\b/, from: -60, to: 60, decimals: 4 },
  { when: /\b(lon|lng|longitude)\b/, from: -180, to: 180, decimals: 4 },
  { when: /\b(temperature|celsius|temp)\b/, from: -5, to: 30 },
  { when: /\bheight\b/, from: 150, to: 195 },
  { when: /\bweight\b/, from: 50, to: 95 },
  { when: /\b(minutes|duration|length)\b/, from: 5, to: 120 },
  { when: /\b(count|quantity|number|servings|guests|passengers|rooms|pages?|size|limit)\b/, from: 1, to: 12 },
  { when: /\bid\b/, from: 1000, to: 9999 },
];

/** @returns candidates: a plausible number for the name, else the generated one made readable */
export function numberSamples(name: string, generated: number, random: Random): number[] {
  const rule = NUMBERS.find(({ when }) => when.test(spacedName(name)));
  const whole = Math.round(Math.abs(generated));
  const readable = [whole % 100, whole % 1000, whole, Math.round(generated), Math.round(generated * 100) / 100];
  if (!rule) return readable.filter((sample) => sample !== generated);
  const value = rule.from + random.next() * (rule.to - rule.from);
  return [Number(value.toFixed(rule.decimals ?? 0)), Math.round(value), ...readable];
}
