/** Writes a job as options of an AI SDK video model (wire-formats §8.4). */
import type {
  SharedV4ProviderOptions,
  Experimental_VideoModelV4CallOptions as VideoModelV4CallOptions,
  Experimental_VideoModelV4File as VideoModelV4File,
} from "@ai-sdk/provider";
import type { VideoCall, VideoImage } from "#lib/canonical/video-call.ts";
import type { VideoJob } from "#lib/canonical/video-provider.ts";

/** Default short side of a video in pixels; not all models document theirs. */
const USUAL_SHORT_SIDE = 720;

export async function writeVideoOptions(
  { key, call, readImage }: VideoJob,
  { count, providerOptions }: { count: number; providerOptions: SharedV4ProviderOptions | undefined },
): Promise<VideoModelV4CallOptions> {
  const { prompt, remix, seconds, size, seed, image, lastFrame, referenceImages = [] } = call;
  const file = async ({ blob, mediaType, bytes }: VideoImage): Promise<VideoModelV4File> => ({
    type: "file",
    mediaType,
    data: await readImage({ blob, mediaType, bytes }),
  });
  const first = image && (await file(image));
  const last = lastFrame && (await file(lastFrame));
  return {
    // Packages have no remix: the video is created anew from both prompts.
    prompt: remix ? `${remix.prompt}\n\n${prompt}` : prompt,
    n: count,
    ...(size ? findFrame(size) : { aspectRatio: undefined, resolution: undefined }),
    duration: seconds,
    fps: undefined,
    seed,
    image: first,
    frameImages: last && [
      ...(first ? [{ image: first, frameType: "first_frame" as const }] : []),
      { image: last, frameType: "last_frame" },
    ],
    inputReferences:
      referenceImages.length > 0 ? await Promise.all(referenceImages.map((one) => file(one.image))) : undefined,
    generateAudio: undefined,
    providerOptions: providerOptions ?? {},
    headers: { "idempotency-key": key },
  };
}

/** Packages name resolutions in landscape; the aspect ratio gives the orientation. */
function findFrame({
  width,
  height,
}: NonNullable<VideoCall["size"]>): Pick<VideoModelV4CallOptions, "aspectRatio" | "resolution"> {
  const divisor = findGreatestDivisor(width, height);
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return {
    aspectRatio: `${width / divisor}:${height / divisor}`,
    resolution: short === USUAL_SHORT_SIDE ? undefined : `${long}x${short}`,
  };
}

function findGreatestDivisor(a: number, b: number): number {
  return b === 0 ? a : findGreatestDivisor(b, a % b);
}
