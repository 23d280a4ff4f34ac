/** Renders one request, from its prompt to the bytes of its MP4, on the renderer's worker. */

import { errors } from "#lib/http/errors.ts";
import { stopIfAborted, type TaskHooks } from "#lib/workers/serve-tasks.ts";
import { direct } from "./direct.ts";
import { createFrameSurface } from "./film.ts";
import { FRAMES_PER_SECOND } from "./frame-encoder.ts";
import { freeNativeMemory } from "./free-native-memory.ts";
import type { VideoRequest } from "./video-request.ts";
import { createMp4Writer } from "./write-mp4.ts";

const MOST_PIXELS_ACROSS = 1920;
const MOST_SECONDS = 60;
const FRAMES_BETWEEN_COLLECTIONS = 6;

export async function renderJob(request: VideoRequest, hooks: TaskHooks<number>): Promise<Uint8Array> {
  checkRequest(request);
  const { prompt, width, height, seconds } = request;
  const writer = await createMp4Writer({ width, height }, { title: prompt.slice(0, 200), comment: commentOf(request) });
  try {
    const frame = createFrameSurface({ width, height });
    const count = Math.max(1, Math.round(seconds * FRAMES_PER_SECOND));
    const { film, ...grade } = await direct(request, (count - 1) / FRAMES_PER_SECOND);
    for (let index = 0; index < count; index += 1) {
      stopIfAborted(hooks);
      film.draw(frame, index / FRAMES_PER_SECOND);
      await writer.add(frame.canvas, grade);
      hooks.onStep(Math.floor(((index + 1) / count) * 100));
      if (index % FRAMES_BETWEEN_COLLECTIONS === 0) await freeNativeMemory("minor");
    }
    const bytes = await writer.finish();
    stopIfAborted(hooks);
    return bytes;
  } finally {
    writer.close();
    await freeNativeMemory("major");
  }
}

function checkRequest({ width, height, seconds }: VideoRequest): void {
  const isSide = (pixels: number) =>
    Number.isInteger(pixels) && pixels % 2 === 0 && pixels >= 16 && pixels <= MOST_PIXELS_ACROSS;
  if (!isSide(width) || !isSide(height)) throw errors.videoSizeInvalid({ limit: MOST_PIXELS_ACROSS });
  if (!(seconds > 0 && seconds <= MOST_SECONDS)) throw errors.videoSecondsInvalid({ limit: MOST_SECONDS });
}

function commentOf({ prompt, seed, remix }: VideoRequest): string {
  const change = remix ? `; remix: ${remix.prompt}` : "";
  return `Rendered by Parlance's sandbox, not filmed and not a generative model. Prompt: ${prompt}${change}; seed: ${seed}`;
}
