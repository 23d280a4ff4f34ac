/** Draft of the page's fields in localStorage: available at once after a reload, and survives a crash. */
import { DEFAULT_VIDEO_MODEL } from "#lib/contract/openai-videos/model-rules.ts";
import { FIRST_VALUES } from "./video-parameters.ts";
import type { VideoRequest } from "./video-request.ts";

/**
 * A request in edit: its values are all that the panel has set, including values that the chosen route does not accept.
 */
export type VideoDraft = VideoRequest;

const KEY = "parlance.videos.draft";

export const FIRST_DRAFT: VideoDraft = {
  model: DEFAULT_VIDEO_MODEL,
  prompt: "",
  values: FIRST_VALUES,
  route: "videos",
  cut: false,
};

export function loadVideoDraft(): VideoDraft {
  try {
    return { ...FIRST_DRAFT, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<VideoDraft>) };
  } catch {
    return FIRST_DRAFT;
  }
}

export function saveVideoDraft(draft: VideoDraft): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the draft lasts as long as the page is open.
  }
}
