/**
 * When a request is sent again: only before the first byte of an answer, after a connection error, a 408, a 429 or a 5xx,
 * as often as the upstream's settings allow.
 */
import type { Retries } from "#lib/config/upstream-settings.ts";
import type { ResponseHeaders } from "./receiver.ts";

const RETRIED = new Set([408, 429]);
/** The request was turned away before anything was done about it. */
const TURNED_AWAY = new Set([429, 503]);
const FIRST_DELAY_MS = 500;

/** @param once see `UpstreamRequest` */
export function isRetriedStatus(status: number, { once }: { once?: boolean } = {}): boolean {
  if (once) return TURNED_AWAY.has(status);
  return RETRIED.has(status) || status >= 500;
}

/** Whether the body of a refusal may tell what no header does: when to come back. */
export function saysWhenInBody(status: number, headers: ResponseHeaders): boolean {
  return (status === 429 || status === 503) && readRetryAfter(headers) === undefined;
}

/**
 * The wait before the next try, in milliseconds; undefined when there is none. `retry-after` is obeyed; one longer than
 * `maxDelayMs` ends the retrying, so that the client gets the upstream's own answer and can decide.
 * @param sent how often the request has been sent so far
 */
export function retryDelay({
  retries: { attempts, maxDelayMs },
  sent,
  headers = {},
}: {
  retries: Retries;
  sent: number;
  /** Of the answer that was a refusal; none after a connection error. */
  headers?: ResponseHeaders | undefined;
}): number | undefined {
  if (sent > attempts) return undefined;
  const backOff = FIRST_DELAY_MS * 2 ** (sent - 1) * (0.75 + Math.random() * 0.25);
  const delay = readRetryAfter(headers) ?? Math.min(maxDelayMs, backOff);
  return delay <= maxDelayMs ? delay : undefined;
}

/** A wait of more digits is no wait: ten digits of seconds are three centuries. */
const WAIT = /^\d{1,10}(?:\.\d*)?$/;
/** Every form of a date has a time of day. `Date.parse` also takes "-5" and "abc 1". */
const DATE = /\d:\d\d/;

/**
 * `retry-after-ms`, or `retry-after` in seconds or as a date, in milliseconds from now; undefined when there is none or it
 * cannot be read. A date is by the upstream's own clock, which `date` tells, however wrong it goes.
 */
export function readRetryAfter(headers: ResponseHeaders, now = Date.now()): number | undefined {
  const exact = readWait(headers["retry-after-ms"]);
  if (exact !== undefined) return exact;
  const value = headers["retry-after"];
  const seconds = readWait(value);
  if (seconds !== undefined) return seconds * 1000;
  if (typeof value !== "string" || !DATE.test(value)) return undefined;
  const itsNow = Date.parse(String(headers.date));
  const delay = Date.parse(value) - (Number.isNaN(itsNow) ? now : itsNow);
  return Number.isNaN(delay) ? undefined : Math.max(0, delay);
}

function readWait(value: string | string[] | undefined): number | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  return WAIT.test(text) ? Number(text) : undefined;
}
