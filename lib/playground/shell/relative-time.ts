/** Formats times for tables: how long ago, or how long until; the exact time is in a tooltip. */
import { createOnce } from "./create-once.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;

/** Each unit is used up to the length of the next one. */
const STEPS = [
  { length: YEAR, unit: "year" },
  { length: MONTH, unit: "month" },
  { length: DAY, unit: "day" },
  { length: HOUR, unit: "hour" },
  { length: MINUTE, unit: "minute" },
] as const;

const words = createOnce(() => new Intl.RelativeTimeFormat("en", { style: "short" }));

/**
 * Formats "just now", "5 min. ago", "in 30 days". The past is in whole units; the future is rounded, since it was set
 * as a round number.
 */
export function formatRelativeTime(time: number, now: number): string {
  const distance = time - now;
  const step = STEPS.find(({ length }) => Math.abs(distance) >= length);
  if (!step) return distance > 0 ? "in under a minute" : "just now";
  const count = distance / step.length;
  return words().format(count > 0 ? Math.round(count) : Math.trunc(count), step.unit);
}

const exact = createOnce(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "medium" }));

/** Formats "21 November 2026 at 22:15:03", in the user's time zone. */
export function formatExactTime(time: number): string {
  return exact().format(time);
}
