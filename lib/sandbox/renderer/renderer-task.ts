import type { VideoRequest } from "./video-request.ts";

/** Tasks of the renderer's workers. */
export type RendererTask = { type: "video"; request: VideoRequest } | { type: "stills"; file: string };

export type RendererResult = { type: "video"; bytes: Uint8Array } | { type: "stills"; stills: VideoStills };

export type VideoStills = {
  /** WebP of a frame near the start, at most 1280 pixels across. */
  thumbnail: Uint8Array;
  /**
   * JPEG of 5 × 5 frames over the whole length, row by row, each a quarter of the video's size and at most 320 pixels.
   */
  spritesheet: Uint8Array;
};
