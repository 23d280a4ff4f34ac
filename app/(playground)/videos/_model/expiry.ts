/** Until when the gateway keeps a video, in words. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Less than this before the end a download is offered in so many words. */
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

/** How often the words can change, in milliseconds. */
export function tickOf(left: number): number {
  return left < 2 * MINUTE ? 1000 : 15_000;
}
