/** Automatic tool results from samples, so that a demo runs without tools. */
import type { Turn } from "./transcript.ts";

/** Limit on automatic rounds, so that a model that never stops calling tools cannot spend without end. */
export const MAXIMUM_ROUNDS = 8;
/** Time to read the call and stop it, in milliseconds. */
export const REPLY_PAUSE = 1200;

/** Returns the number of messages with tool results since the last user message. */
export function countToolRounds(path: readonly Turn[]): number {
  return path.slice(path.findLastIndex(({ role }) => role === "user") + 1).filter(({ role }) => role === "tool").length;
}
