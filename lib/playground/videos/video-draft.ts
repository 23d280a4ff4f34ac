/** What stands in the page's fields, in localStorage: it is there at once after a reload, and survives a crash. */
import { DEFAULT_VIDEO_MODEL } from "#lib/contract/openai-videos/model-rules.ts";
import { FIRST_VALUES } from "./video-parameters.ts";
import type { VideoRequest } from "./video-request.ts";

/** A request being written: its values are all that the panel has set, also what the chosen route does not take. */
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
    // Storage is full or forbidden: the draft lives as long as the page.
  }
}
