/** The renderer behind the video routes. */
import type { VideoCall } from "#lib/canonical/video-call.ts";
import type { LocalVideoProvider, VideoJob } from "#lib/canonical/video-provider.ts";
import { hash } from "../random.ts";
import { renderVideo as renderOnWorker, type VideoRequest } from "../renderer/render-video.ts";

type Images = Pick<VideoRequest, "image" | "lastFrame">;
/** Renders one video into a file, and reports the percentage that is done. */
export type RenderVideo = (
  request: VideoRequest,
  options: { file: string; signal: AbortSignal; onProgress: (percent: number) => void },
) => Promise<void>;

type RenderOptions = Parameters<LocalVideoProvider["render"]>[1] & { renderVideo?: RenderVideo | undefined };

/** Renders one video after the other, so that a job for several takes one place of the renderer. */
export async function renderVideos(
  job: VideoJob,
  { files, signal, onProgress, renderVideo = renderOnWorker }: RenderOptions,
): Promise<{ mediaType: string }> {
  const images = await readImages(job);
  for (const [index, file] of files.entries()) {
    await renderVideo(createRequest(job.call, index, images), {
      file,
      signal,
      onProgress: (percent) => onProgress((index * 100 + percent) / files.length),
    });
  }
  return { mediaType: "video/mp4" };
}

/** The same request gives the same videos; several videos of one request differ. */
function createRequest(call: VideoCall, index: number, images: Images): VideoRequest {
  const { prompt, remix, negativePrompt, size = { width: 720, height: 1280 }, seconds = 4 } = call;
  const source = remix?.prompt ?? prompt;
  return {
    prompt: source,
    seed: (call.seed ?? hash("video", source)) + index,
    ...size,
    seconds,
    ...(negativePrompt ? { negativePrompt } : {}),
    ...(remix ? { remix: { prompt } } : {}),
    ...images,
  };
}

async function readImages({ call: { image, lastFrame }, readImage }: VideoJob): Promise<Images> {
  return {
    ...(image ? { image: await readImage(image) } : {}),
    ...(lastFrame ? { lastFrame: await readImage(lastFrame) } : {}),
  };
}
