import type { VideoRequest } from "./video-request.ts";
import type { VideoStills } from "./video-stills.ts";

/** What the renderer's threads can be asked for. */
export type RendererTask = { type: "video"; request: VideoRequest } | { type: "stills"; file: string };

export type RendererResult = { type: "video"; bytes: Uint8Array } | { type: "stills"; stills: VideoStills };
