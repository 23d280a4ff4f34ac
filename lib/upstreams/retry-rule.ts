/**
 * Retry rule: a request is sent again only before the first byte of a response, after a connection error, a 408, a 429
 * or a 5xx, up to the number of retries in the upstream's settings.
 */
import type { Retries } from "#lib/config/upstream-settings.ts";
import type { ResponseHeaders } from "./receiver.ts";

const RETRIED = new Set([408, 429]);
/** Statuses of requests that were refused before any work. */
const REFUSED_UNPROCESSED = new Set([429, 503]);
const FIRST_DELAY_MS = 500;

/** @param once see `UpstreamRequest` */
export function isRetriedStatus(status: number, { once }: { once?: boolean } = {}): boolean {
  if (once) return REFUSED_UNPROCESSED.has(status);
  return RETRIED.has(status) || status >= 500;
}

/** Returns true when the body of a refusal may have the retry time, because no header has it. */
export function mayHaveDelayInBody(status: number, headers: ResponseHeaders): boolean {
  return (status === 429 || status === 503) && readRetryAfter(headers) === undefined;
}

/**
 * Returns the wait before the next retry, in milliseconds; undefined for no retry. `retry-after` is respected; when it
 * is longer than `maxDelayMs`, retries end, so that the client gets the upstream's own response and can decide.
 * @param sent number of requests sent so far
 */
export function computeRetryDelay({
  retries: { attempts, maxDelayMs },
  sent,
  headers = {},
}: {
  retries: Retries;
  sent: number;
  /** Headers of the refusal; none after a connection error. */
  headers?: ResponseHeaders | undefined;
}): number | undefined {
  if (sent > attempts) return undefined;
  const backOff = FIRST_DELAY_MS * 2 ** (sent - 1) * (0.75 + Math.random() * 0.25);
  const delay = readRetryAfter(headers) ?? Math.min(maxDelayMs, backOff);
  return delay <= maxDelayMs ? delay : undefined;
}

/** Limit on digits of a wait: ten digits of seconds are three centuries. */
const WAIT = /^\d{1,10}(?:\.\d*)?$/;
/** Part of every form of a date: a time of day. `Date.parse` also accepts "-5" and "abc 1". */
const DATE = /\d:\d\d/;

/**
 * Reads `retry-after-ms`, or `retry-after` in seconds or as a date, in milliseconds from now; undefined when there is
 * none or it is invalid. A date is relative to the upstream's own clock, read from `date`, however wrong it is.
 */
export function readRetryAfter(headers: ResponseHeaders, now = Date.now()): number | undefined {
  const exact = readWait(headers["retry-after-ms"]);
  if (exact !== undefined) return exact;
  const value = headers["retry-after"];
  const seconds = readWait(value);
  if (seconds !== undefined) return seconds * 1000;
  if (typeof value !== "string" || !DATE.test(value)) return undefined;
  const upstreamNow = Date.parse(String(headers.date));
  const delay = Date.parse(value) - (Number.isNaN(upstreamNow) ? now : upstreamNow);
  return Number.isNaN(delay) ? undefined : Math.max(0, delay);
}

function readWait(value: string | string[] | undefined): number | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  return WAIT.test(text) ? Number(text) : undefined;
}
