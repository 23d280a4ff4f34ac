/** Response headers that name the lane and the upstream of a model, and what was dropped. */
import { DROPPED_LIMITS } from "../limits.ts";
import type { LogEntry } from "./log-entry.ts";

/** Leaves out `x-gateway-dropped` where nothing was dropped. */
export function laneHeaders({ lane, upstream, dropped }: LogEntry): Record<string, string> {
  const headers: Record<string, string> = { "x-gateway-lane": lane ?? "", "x-gateway-upstream": upstream ?? "" };
  if (dropped.length > 0) headers["x-gateway-dropped"] = droppedHeader(dropped);
  return headers;
}

const LONGEST_HEADER = 2_048;

/** Joins names by commas, percent-encodes what a header cannot hold, and counts what does not fit. */
function droppedHeader(names: string[]): string {
  let text = "";
  for (const [index, name] of names.entries()) {
    // Whole characters: half a surrogate pair cannot be encoded.
    const next = name.toWellFormed().replace(/[^\x21-\x2b\x2d-\x7e]/gu, encodeURIComponent);
    if (text.length + next.length > LONGEST_HEADER) return `${text}, and ${moreThan(names.length - index, names)}`;
    text += text ? `, ${next}` : next;
  }
  return text;
}

/** Names the rest of a list. The rest of one that ends at its limit was not counted. */
function moreThan(count: number, { length }: string[]): string {
  return length < DROPPED_LIMITS.names ? `${count} more` : "more";
}
