/** A thumbnail and a sheet of frames from a finished video, on the worker. */
import sharp from "sharp";
import { stopIfAborted, type TaskHooks } from "#lib/workers/serve-tasks.ts";
import type { VideoStills } from "./create-video-stills.ts";
import { decodeFrames } from "./decode-frames.ts";

/** Frames across and down. */
const GRID = 5;
const LONGEST_CELL = 320;
const LONGEST_THUMBNAIL = 1280;

/** The frame that stands for the whole: a little after the start, where something has begun. */
const THUMBNAIL_AT = 4;

export async function makeStills(file: string, hooks: Pick<TaskHooks<never>, "isAborted">): Promise<VideoStills> {
  const cells: { input: Buffer; raw: { width: number; height: number; channels: 3 }; left: number; top: number }[] = [];
  let thumbnail: Uint8Array | undefined;
  let cell = { width: 0, height: 0 };
  await decodeFrames(file, {
    count: GRID * GRID,
    check: () => stopIfAborted(hooks),
    async onFrame({ rgba, width, height }, index) {
      const raw = { width, height, channels: 4 } as const;
      if (index <= THUMBNAIL_AT) {
        const size = scaledTo({ width, height }, { share: 1, most: LONGEST_THUMBNAIL });
        thumbnail = await sharp(rgba, { raw }).removeAlpha().resize(size).webp({ quality: 82 }).toBuffer();
      }
      cell = scaledTo({ width, height }, { share: 0.25, most: LONGEST_CELL });
      const input = await sharp(rgba, { raw }).removeAlpha().resize(cell).raw().toBuffer();
      const [column, row] = [index % GRID, Math.floor(index / GRID)];
      cells.push({ input, raw: { ...cell, channels: 3 }, left: column * cell.width, top: row * cell.height });
    },
  });
  const spritesheet = await sharp({
    create: { width: cell.width * GRID, height: cell.height * GRID, channels: 3, background: "#000" },
  })
    .composite(cells)
    .jpeg({ quality: 80 })
    .toBuffer();
  if (!thumbnail) throw new Error("The first frame of the video was not decoded.");
  // Copies that can be transferred: native memory cannot.
  return { thumbnail: new Uint8Array(thumbnail), spritesheet: new Uint8Array(spritesheet) };
}

function scaledTo(
  { width, height }: { width: number; height: number },
  { share, most }: { share: number; most: number },
) {
  const scale = Math.min(share, most / Math.max(width, height));
  return { width: Math.max(2, Math.round(width * scale)), height: Math.max(2, Math.round(height * scale)) };
}
