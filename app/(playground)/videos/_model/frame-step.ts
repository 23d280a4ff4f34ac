/** The arithmetic of a video's frames: the next one, and where frames lie on the sheet that the gateway makes. */

/**
 * The middle of the next or the last frame, so that rounding cannot fall back over its edge.
 * @param frame how long one is, in seconds
 */
export function stepTime(
  time: number,
  { by, frame, duration }: { by: 1 | -1; frame: number; duration: number },
): number {
  const last = Number.isFinite(duration)
    ? Math.max(0, Math.ceil(duration / frame - 1e-6) - 1)
    : Number.POSITIVE_INFINITY;
  const at = Math.floor(time / frame + 1e-3);
  return (Math.min(last, Math.max(0, at + by)) + 0.5) * frame;
}

/** Frames across and down the sheet (`variant=spritesheet`), over the whole length, row by row. */
export const SHEET = 5;

/** The frame of the sheet that shows a part of the length. @param share 0 to 1 */
export function sheetIndex(share: number): number {
  return Math.min(SHEET * SHEET - 1, Math.max(0, Math.round(share * (SHEET * SHEET - 1))));
}

/** Where CSS finds that frame: `background-size` of SHEET × 100 %, and this position. */
export function sheetPosition(index: number): string {
  const percent = (cell: number) => `${(cell / (SHEET - 1)) * 100}%`;
  return `${percent(index % SHEET)} ${percent(Math.floor(index / SHEET))}`;
}
