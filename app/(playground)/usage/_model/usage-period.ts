/** Resolves the time range of a view on the reader's calendar. */
import { createOnce } from "#lib/playground/shell/create-once.ts";
import type { UsageView } from "./usage-view.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DAYS = { today: 1, "7d": 7, "30d": 30, "90d": 90 };
/** Longest range shown by hour, in days; longer ranges are shown by day. */
const MAXIMUM_HOURLY_DAYS = 3;
/** Longest range that the gateway sums in one request, in days. */
const MAXIMUM_DAYS = 400;

/** Unix milliseconds; the end is exclusive. */
export type Period = { from: number; to: number };

export type UsagePeriod = Period & {
  bucket: "hour" | "day";
  /** Minutes that local time is ahead of UTC. */
  offset: number;
  /** The preceding period, of the same length and with the same part elapsed. */
  before: Period;
};

/**
 * Resolves a range.
 * @param now Unix milliseconds
 * @param offsetAt returns the minutes that local time is ahead of UTC at a time
 */
export function resolvePeriod(
  view: Pick<UsageView, "range" | "from" | "to">,
  now: number,
  offsetAt = (time: number) => -new Date(time).getTimezoneOffset(),
): UsagePeriod {
  const offset = offsetAt(now);
  const { from, to } = listDays(view, now, offset);
  const length = to - from;
  const bucket = length <= MAXIMUM_HOURLY_DAYS * DAY ? "hour" : "day";
  // Rounded to minutes or hours, so that repeated requests within one are the same query.
  const step = bucket === "hour" ? MINUTE : 60 * MINUTE;
  const passed = Math.min(to, Math.ceil(now / step) * step);
  return {
    from,
    to,
    bucket,
    offset,
    before: { from: from - length, to: Math.max(from, passed) - length },
  };
}

function listDays({ range, from, to }: Pick<UsageView, "range" | "from" | "to">, now: number, offset: number): Period {
  const shift = offset * MINUTE;
  if (range === "custom" && from && to) {
    const end = Date.parse(`${to}T00:00:00Z`) - shift + DAY;
    return { from: Math.max(Date.parse(`${from}T00:00:00Z`) - shift, end - MAXIMUM_DAYS * DAY), to: end };
  }
  const midnight = Math.floor((now + shift) / DAY) * DAY - shift;
  const days = DAYS[range === "custom" ? "7d" : range];
  return { from: midnight - (days - 1) * DAY, to: midnight + DAY };
}

/** Returns the local date of a time in the format of a date field, such as "2026-11-21". */
export function getDay(time: number, offset: number): string {
  return new Date(time + offset * MINUTE).toISOString().slice(0, 10);
}

const hourLabel = createOnce(
  () => new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" }),
);
const dayLabel = createOnce(() => new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" }));
const longDayLabel = createOnce(
  () =>
    new Intl.DateTimeFormat("en", {
      weekday: "short",
      month: "short",
      day: "numeric",
      year: "numeric",
      timeZone: "UTC",
    }),
);

/** Formats a bucket: "14:00" or "Nov 21" under an axis; in full for a tooltip: "Sat, Nov 21, 2026, 14:00". */
export function bucketLabel(
  start: number,
  { bucket, offset }: Pick<UsagePeriod, "bucket" | "offset">,
  whole = false,
): string {
  const local = start + offset * MINUTE;
  if (bucket === "day") return (whole ? longDayLabel() : dayLabel()).format(local);
  return whole ? `${longDayLabel().format(local)}, ${hourLabel().format(local)}` : hourLabel().format(local);
}
