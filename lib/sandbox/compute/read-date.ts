/** Dates in a text: `2026-03-14`, `14 March`, `March 14, 2026`, `14.03.2026`, `Christmas`, `tomorrow`. */

const MONTHS = "january february march april may june july august september october november december".split(" ");
const MONTH = MONTHS.map((month) => `${month.slice(0, 3)}(?:${month.slice(3)})?`).join("|");
const PATTERN = new RegExp(
  `\\b(\\d{4})-(\\d{1,2})-(\\d{1,2})\\b|\\b(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})\\b|\\b(${MONTH})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b|\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})\\.?(?:,? (\\d{4}))?\\b|\\b(today|tomorrow|yesterday|christmas(?: eve| day)?|new year(?:'s)?(?: eve| day)?|halloween|valentine'?s(?: day)?)\\b`,
  "gi",
);
/** Month and day of feasts with a fixed date. */
const FEASTS: [RegExp, number, number][] = [
  [/^christmas eve/, 12, 24],
  [/^christmas/, 12, 25],
  [/^new year.* eve/, 12, 31],
  [/^new year/, 1, 1],
  [/^halloween/, 10, 31],
  [/^valentine/, 2, 14],
];

/** Returns the dates in order, at midnight UTC. A date without a year is the next such day, from today on. */
export function readDate(text: string, now: Date): Date[] {
  return [...text.matchAll(PATTERN)].flatMap((match) => {
    const [, y1, m1, d1, d2, m2, y2, month3, d3, y3, d4, month4, y4, word] = match;
    if (word) return readWord(word.toLowerCase(), now);
    if (y1) return create(Number(y1), Number(m1), Number(d1));
    if (y2) return create(Number(y2), Number(m2), Number(d2));
    const name = (month3 ?? month4 ?? "").slice(0, 3).toLowerCase();
    const month = MONTHS.findIndex((candidate) => candidate.startsWith(name)) + 1;
    const day = Number(d3 ?? d4);
    const year = y3 ?? y4;
    return year ? create(Number(year), month, day) : next(month, day, now);
  });
}

function readWord(word: string, now: Date): Date[] {
  const offset = { today: 0, tomorrow: 1, yesterday: -1 }[word];
  if (offset !== undefined) return create(now.getUTCFullYear(), now.getUTCMonth() + 1, now.getUTCDate() + offset, true);
  const feast = FEASTS.find(([name]) => name.test(word));
  return feast ? next(feast[1], feast[2], now) : [];
}

function next(month: number, day: number, now: Date): Date[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const [thisYear] = create(now.getUTCFullYear(), month, day);
  return thisYear && thisYear.getTime() >= today ? [thisYear] : create(now.getUTCFullYear() + 1, month, day);
}

function create(year: number, month: number, day: number, mayOverflow = false): Date[] {
  const date = new Date(Date.UTC(year, month - 1, day));
  return mayOverflow || (date.getUTCMonth() === month - 1 && date.getUTCDate() === day) ? [date] : [];
}

export function pad(value: number): string {
  return String(value).padStart(2, "0");
}
