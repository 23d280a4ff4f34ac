import { playStop } from "#components/tour/play-stop.ts";
import { DEFAULT_VIDEO_MODEL } from "#lib/contract/openai-videos/model-rules.ts";
import type { Videos } from "./videos.ts";

/** Plays a stop of the guided tour: starts one rendering. */
export function playTourStop(videos: Videos, id: string): Promise<void> {
  return playStop({ owner: videos, page: "/videos", id }, async ({ page, prompt }) => {
    // A reload shows the task instead of starting another.
    history.replaceState(null, "", page);
    videos.startNew();
    videos.changeDraft({
      model: DEFAULT_VIDEO_MODEL,
      prompt,
      values: { size: "1280x720", seconds: "4" },
      route: "videos",
    });
    await videos.generate();
  });
}
