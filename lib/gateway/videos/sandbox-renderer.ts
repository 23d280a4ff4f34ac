/** The built-in model's renderer, loaded when the first video is made. */
import type { VideoRenderer } from "./work.ts";

export const sandboxRenderer: VideoRenderer = {
  async render(request, options) {
    const { renderVideo } = await import("#lib/sandbox/renderer/render-video.ts");
    await renderVideo(request, options);
  },
  async stills(file, options) {
    const { videoStills } = await import("#lib/sandbox/renderer/video-stills.ts");
    return videoStills(file, options);
  },
};
