import { useSyncExternalStore } from "react";
import type { ImageRun, LiveImages } from "#app/(playground)/images/_model/image-run.ts";

const NOTHING: LiveImages = { previews: [], images: [] };
const silent = () => () => {};

/** Returns the newest preview or the final image at an index; nothing once its request has ended. */
export function useLiveImage(run: ImageRun | undefined, index: number): { bytes?: Blob; preview: boolean } {
  const read = () => run?.live.get() ?? NOTHING;
  const { previews, images } = useSyncExternalStore(run?.live.subscribe ?? silent, read, read);
  const finished = images[index]?.bytes;
  return { bytes: finished ?? previews[index], preview: finished === undefined };
}
