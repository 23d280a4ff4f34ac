/** Response headers that name the lane and the upstream of a model, its retirement, and what was dropped or made up. */

import type { LoggedAttempt } from "#lib/contract/logged-request.ts";
import { DROPPED_LIMITS } from "../limits.ts";
import type { LogEntry } from "./log-entry.ts";

/** Omits what is unknown: the lane of a request that reached no model, dropped fields where there are none. */
export function writeLaneHeaders({
  lane,
  upstream,
  dropped,
  emulated,
  prompt,
  placeholders,
  retirement,
  attempts,
}: LogEntry): Record<string, string> {
  const headers: Record<string, string> = {};
  if (lane) headers["x-gateway-lane"] = lane;
  if (upstream) headers["x-gateway-upstream"] = upstream;
  if (dropped.length > 0) headers["x-gateway-dropped"] = writeList(dropped, ", ");
  if (emulated.length > 0) headers["x-gateway-emulated"] = emulated.join(", ");
  if (prompt !== null) headers["x-gateway-prompt"] = encodeName(prompt);
  if (placeholders.length > 0) headers["x-gateway-placeholders"] = String(placeholders.length);
  if (attempts && attempts.length > 0) headers["x-gateway-route"] = writeRouteHeader(attempts);
  if (retirement) Object.assign(headers, writeRetirementHeaders(retirement));
  return headers;
}

/** Writes `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and the link to the successor (RFC 5829). */
function writeRetirementHeaders({ retiresAt, successor }: NonNullable<LogEntry["retirement"]>): Record<string, string> {
  return {
    deprecation: `@${Math.floor(retiresAt / 1000)}`,
    sunset: new Date(retiresAt).toUTCString(),
    ...(successor === undefined
      ? {}
      : { link: `</v1/models/${encodeURIComponent(successor)}>; rel="successor-version"` }),
  };
}

/** Writes the attempts of a route: `a/x 503 120ms, b/y 200 340ms lost=logprobs`. */
export function writeRouteHeader(attempts: readonly LoggedAttempt[]): string {
  let text = "";
  for (const { model, status, ms, dropped } of attempts) {
    const lost = dropped.length > 0 ? ` lost=${writeList(dropped, "+")}` : "";
    const attempt = `${encodeName(model)} ${status} ${Math.round(ms)}ms${lost}`;
    text = text === "" ? attempt : `${text}, ${attempt}`;
  }
  return text.length > LONGEST_HEADER ? text.slice(0, LONGEST_HEADER) : text;
}

const LONGEST_HEADER = 2_048;

/** Joins names, percent-encodes characters that a header cannot hold, and counts names that do not fit. */
function writeList(names: readonly string[], separator: string): string {
  let text = "";
  for (const [index, name] of names.entries()) {
    const next = encodeName(name);
    if (text.length + next.length > LONGEST_HEADER)
      return `${text}${separator}and ${formatRemainder(names.length - index, names)}`;
    text += text ? separator + next : next;
  }
  return text;
}

const PLAIN_NAME = /^[\x21-\x2b\x2d-\x7e]*$/;

/** Whole characters: half a surrogate pair cannot be encoded. */
function encodeName(name: string): string {
  // Nearly every name is plain, and a test of one costs a tenth of its replacement.
  if (PLAIN_NAME.test(name)) return name;
  return name.toWellFormed().replace(/[^\x21-\x2b\x2d-\x7e]/gu, encodeURIComponent);
}

/** Describes the rest of a list; without a number when the list is at its limit, beyond which nothing was counted. */
function formatRemainder(count: number, { length }: readonly string[]): string {
  return length < DROPPED_LIMITS.names ? `${count} more` : "more";
}
