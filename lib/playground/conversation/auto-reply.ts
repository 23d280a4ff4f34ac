/** Tools that answer with samples by themselves, so that a demonstration runs through. */
import type { Turn } from "./transcript.ts";

/** A model that never stops calling must not spend without end. */
export const MOST_ROUNDS = 8;
/** Time to read the call, and to stop, in milliseconds. */
export const REPLY_PAUSE = 1200;

/** How many times tools have answered since the last message. */
export function roundsOf(path: readonly Turn[]): number {
  return path.slice(path.findLastIndex(({ role }) => role === "user") + 1).filter(({ role }) => role === "tool").length;
}
