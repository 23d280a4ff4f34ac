/** Terms of holding a stream back until its first content, while another target of the route can still take over. */
import type { Part } from "#lib/canonical/part.ts";
import type { StreamFailure } from "../routing/failure-triggers.ts";

export type HoldTerms = {
  /** Longest wait for the first content. */
  ms: number;
  /** True: the target has failed after that wait. False: the stream then begins as it is, so that pings can bridge it. */
  failsLate: boolean;
  /** True when no other target is left: a stream that is late or empty begins as it is. */
  isLast: boolean;
  /** Called before the stream fails in a way that only its events show. */
  onFailure(kind: StreamFailure): void;
};

/** Parts of a stream's start and end; all others are content. */
const WITHOUT_CONTENT = new Set<Part["type"]>([
  "start",
  "text-start",
  "text-end",
  "reasoning-start",
  "reasoning-end",
  "usage",
  "finish",
  "error",
]);

/** Returns true for a Part after which the target cannot be changed: a client would see it twice. */
export function isContent(part: Part): boolean {
  if ("text" in part && part.text === "") return false;
  return !WITHOUT_CONTENT.has(part.type);
}

/** Returns true for the end of a response that is empty on purpose: cut by a limit or a filter, or a refusal. */
export function isDeliberateEnd(part: Part): boolean {
  return part.type === "finish" && part.reason.unified !== "stop" && part.reason.unified !== "other";
}
