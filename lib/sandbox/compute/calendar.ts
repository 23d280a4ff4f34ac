/** Dates: today, weekdays, days between dates, and the time in a city, from the server's clock. */
import { pad, readDate } from "./read-date.ts";

const DAY_MS = 86_400_000;
const LONG = { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;

/** @param now the clock's time */
export function answerFromCalendar(question: string, now: Date): string | undefined {
  if (question.length > 200) return undefined;
  const text = question.toLowerCase().replaceAll("’", "'");
  return (
    tellTime(text, now) ??
    tellToday(text, now) ??
    tellWeekday(text, now) ??
    addDays(text, now) ??
    tellDistance(text, now) ??
    tellLeapYear(text, now)
  );
}

const TODAY =
  /^(?:(?:please|hey|can you|could you|tell me|do you know|so)[ ,]*)*(?:what(?:'s| is)? (?:the )?(?:date|day|year|month|week)(?: of the week)?(?: is it| is today| today| now)?(?: today| now)?|what(?:'s| is) today(?:'s date)?|today'?s date|which (?:day|year|month) is (?:it|today)|what (?:day|date|year|month|week) (?:is|do we have)(?: it)?(?: today| now)?|(?:the )?(?:current )?date)(?: please)?[?!. ]*$/;

function tellToday(text: string, now: Date): string | undefined {
  return TODAY.test(text) ? `**${now.toLocaleDateString("en-GB", LONG)}** (UTC), by this server's clock.` : undefined;
}

const TIME =
  /\b(?:what time is it|what(?:'s| is) the (?:current )?time|current time|time now)\b(?:.*?\b(?:in|at) ([\p{L} .'-]{3,30}?))?(?: right now| now| please| today)?[?!. ]*$/u;

function tellTime(text: string, now: Date): string | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const zone = match[1] === undefined ? "UTC" : findZone(match[1]);
  if (zone === undefined) return undefined;
  const time = now.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: zone });
  return `**${time}** (${zone}), by this server's clock.`;
}

/** Returns the zone that is named after a city: `Asia/Tokyo`. */
function findZone(city: string): string | undefined {
  const wanted = city.trim().replaceAll(" ", "_");
  return Intl.supportedValuesOf("timeZone").find((zone) => zone.toLowerCase().endsWith(`/${wanted}`));
}

function tellWeekday(text: string, now: Date): string | undefined {
  if (!/\b(?:what|which) (?:week)?day(?: of the week)?\b|\bweekday\b/.test(text)) return undefined;
  const date = readDate(text, now)[0];
  return date && `**${date.toLocaleDateString("en-GB", { weekday: "long", timeZone: "UTC" })}** (${iso(date)})`;
}

function tellDistance(text: string, now: Date): string | undefined {
  const unit =
    /\bhow (?:many|long)\b.*?\b(days?|weeks?)\b|\b(days?|weeks?|long) (?:until|till|to|between|since|from|before)\b|\bhow long (?:until|till|since|to)\b/.exec(
      text,
    );
  if (!unit || !/\b(?:until|till|to|between|since|from|before|left|ago)\b/.test(text)) return undefined;
  const dates = readDate(text, now);
  const today = startOfDay(now);
  const [from, to] =
    dates.length > 1 ? [dates[0], dates[1]] : /\bsince\b|\bago\b/.test(text) ? [dates[0], today] : [today, dates[0]];
  if (!from || !to) return undefined;
  const days = Math.round((to.getTime() - from.getTime()) / DAY_MS);
  const inWeeks = unit[0].includes("week")
    ? `, ${Math.floor(Math.abs(days) / 7)} weeks and ${Math.abs(days) % 7} days`
    : "";
  return `**${Math.abs(days).toLocaleString("en-US")} days**${inWeeks}, from ${iso(from)} to ${iso(to)}.`;
}

function addDays(text: string, now: Date): string | undefined {
  const match = /\b(\d{1,6}) (days?|weeks?) (from|after|before|ago)\b|\bin (\d{1,6}) (days?|weeks?)\b/.exec(text);
  if (!match || !/\b(?:date|day|when|what)\b/.test(text.replace(match[0], ""))) return undefined;
  const count = Number(match[1] ?? match[4]) * ((match[2] ?? match[5] ?? "").startsWith("week") ? 7 : 1);
  const start = readDate(text, now)[0] ?? startOfDay(now);
  const sign = /before|ago/.test(match[0]) ? -1 : 1;
  const date = new Date(start.getTime() + sign * count * DAY_MS);
  return Number.isFinite(date.getTime()) ? `**${date.toLocaleDateString("en-GB", LONG)}** (${iso(date)})` : undefined;
}

function tellLeapYear(text: string, now: Date): string | undefined {
  if (!/\bleap year\b/.test(text)) return undefined;
  const year = Number(/\b(\d{4})\b/.exec(text)?.[1] ?? now.getUTCFullYear());
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return `**${isLeap ? "Yes" : "No"}**, ${year} has ${isLeap ? 366 : 365} days.`;
}

function startOfDay(date: Date): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
}

function iso(date: Date): string {
  return `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
}
