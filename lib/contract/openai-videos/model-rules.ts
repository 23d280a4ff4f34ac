/**
 * Rules of each video model, as data: the routes check requests by them, the OpenAPI document and the pages show them
 * (spec, Video task; wire-formats §6.1). Models of an upstream have no rules here.
 */

export type VideoModelName = "video-model-a";

export type VideoModelRules = {
  name: VideoModelName;
  /** In characters. */
  longestPrompt: number;
  sizes: readonly string[];
  defaultSize: string;
  /** Strings, as in the request. */
  seconds: readonly string[];
  defaultSeconds: string;
  /** Largest number of videos per request. */
  mostVideos: number;
  /** Limits of the input images. */
  images: { bytes: number; types: readonly string[] };
};

const MEGABYTE = 1024 * 1024;

export const VIDEO_MODELS: Readonly<Record<VideoModelName, VideoModelRules>> = {
  "video-model-a": {
    name: "video-model-a",
    longestPrompt: 32_000,
    sizes: ["720x1280", "1280x720"],
    defaultSize: "720x1280",
    seconds: ["4", "8", "12"],
    defaultSeconds: "4",
    mostVideos: 4,
    images: { bytes: 50 * MEGABYTE, types: ["image/png", "image/jpeg", "image/webp"] },
  },
};

export const DEFAULT_VIDEO_MODEL: VideoModelName = "video-model-a";

/** Returns the rules of a model by the client's name for it, with or without an upstream prefix; undefined if none. */
export function findVideoModelRules(name: string): VideoModelRules | undefined {
  const bare = name.slice(name.lastIndexOf("/") + 1);
  return Object.hasOwn(VIDEO_MODELS, bare) ? VIDEO_MODELS[bare as VideoModelName] : undefined;
}
