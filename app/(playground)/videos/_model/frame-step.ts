/** Frame arithmetic: the time of the next frame, and the position of frames on the gateway's sprite sheet. */

/**
 * Returns the middle of the next or previous frame, so that rounding cannot land on the other side of its edge.
 * @param frame duration of a frame in seconds
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

/** Returns the index of the frame at a share of the length. @param share 0 to 1 */
export function sheetIndex(share: number): number {
  return Math.min(SHEET * SHEET - 1, Math.max(0, Math.round(share * (SHEET * SHEET - 1))));
}

/** Returns the `background-position` of that frame, for a `background-size` of SHEET × 100 %. */
export function sheetPosition(index: number): string {
  const percent = (cell: number) => `${(cell / (SHEET - 1)) * 100}%`;
  return `${percent(index % SHEET)} ${percent(Math.floor(index / SHEET))}`;
}
