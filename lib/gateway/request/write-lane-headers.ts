/** Response headers that name the lane and the upstream of a model, its retirement, and the dropped fields. */
import { DROPPED_LIMITS } from "../limits.ts";
import type { LogEntry } from "./log-entry.ts";

/** Omits `x-gateway-dropped` when nothing was dropped. */
export function writeLaneHeaders({ lane, upstream, dropped, retirement }: LogEntry): Record<string, string> {
  const headers: Record<string, string> = { "x-gateway-lane": lane ?? "", "x-gateway-upstream": upstream ?? "" };
  if (dropped.length > 0) headers["x-gateway-dropped"] = writeDroppedHeader(dropped);
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

const LONGEST_HEADER = 2_048;

/** Joins names by commas, percent-encodes characters that a header cannot hold, and counts names that do not fit. */
function writeDroppedHeader(names: string[]): string {
  let text = "";
  for (const [index, name] of names.entries()) {
    // Whole characters: half a surrogate pair cannot be encoded.
    const next = name.toWellFormed().replace(/[^\x21-\x2b\x2d-\x7e]/gu, encodeURIComponent);
    if (text.length + next.length > LONGEST_HEADER)
      return `${text}, and ${formatRemainder(names.length - index, names)}`;
    text += text ? `, ${next}` : next;
  }
  return text;
}

/** Describes the rest of a list; without a number when the list is at its limit, beyond which nothing was counted. */
function formatRemainder(count: number, { length }: string[]): string {
  return length < DROPPED_LIMITS.names ? `${count} more` : "more";
}
