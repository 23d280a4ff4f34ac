/** Describes how long the gateway stores a video. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Remaining time below which a download is offered explicitly. */
const SOON = 10 * MINUTE;

/** @param left milliseconds */
export function describeTimeLeft(left: number): string {
  if (left >= 48 * HOUR) return `${Math.floor(left / (24 * HOUR))} days`;
  if (left >= 2 * HOUR) return `${Math.floor(left / HOUR)} h`;
  if (left >= MINUTE) return `${Math.floor(left / MINUTE)} min`;
  return `${Math.max(0, Math.ceil(left / 1000))} s`;
}

export function isSoon(left: number): boolean {
  return left < SOON;
}

/** Returns the milliseconds between possible changes of the text. */
export function chooseTick(left: number): number {
  return left < 2 * MINUTE ? 1000 : 15_000;
}
