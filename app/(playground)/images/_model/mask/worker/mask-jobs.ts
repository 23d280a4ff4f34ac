import type { MaskState } from "#lib/playground/images/mask-state.ts";
import { paintOutline } from "../drawing/paint-preview.ts";
import { encodeMask, finishedPlane, type ImageSize } from "../files/encode-mask.ts";
import { encodePng } from "../files/encode-png.ts";
import { type Change, measureChange, type Pixels } from "../files/measure-change.ts";
import { blurPlane } from "../plane/blur-plane.ts";
import { type Coverage, measureCoverage } from "../plane/coverage.ts";
import type { MaskPlane } from "../plane/mask-plane.ts";

/** Slow operations on masks, as plain data that can be sent to a worker. */
export type MaskJob =
  | { kind: "export"; state: MaskState; size: ImageSize }
  | { kind: "outline"; state: MaskState }
  | { kind: "coverage"; state: MaskState }
  | { kind: "soften"; plane: MaskPlane; radius: number }
  | { kind: "measure"; state: MaskState; before: Blob; after: Blob };

export type MaskResult =
  | { kind: "image"; image: Blob }
  | { kind: "coverage"; coverage: Coverage }
  | { kind: "plane"; plane: MaskPlane }
  | { kind: "change"; change: MeasuredChange };

/**
 * Result of a measurement. Results of another size than the source cannot be compared by pixel; only the sizes are
 * returned.
 */
export type MeasuredChange =
  | (Change & { comparable: true })
  | { comparable: false; before: ImageSize; after: ImageSize };

export async function runMaskJob(job: MaskJob): Promise<MaskResult> {
  switch (job.kind) {
    case "export":
      return { kind: "image", image: await encodeMask(job.state, job.size) };
    case "outline":
      return { kind: "image", image: await drawOutline(job.state) };
    case "coverage":
      return { kind: "coverage", coverage: measureCoverage(job.state) };
    case "soften":
      return { kind: "plane", plane: blurPlane(job.plane, job.radius) };
    case "measure":
      return { kind: "change", change: await compare(job) };
    default:
      return job satisfies never;
  }
}

function drawOutline(state: MaskState): Promise<Blob> {
  const { width, height } = state;
  const thickness = Math.max(1, Math.round(Math.min(width, height) / 350));
  return encodePng({ pixels: paintOutline(finishedPlane(state, state), thickness), width, height });
}

async function compare({ state, before, after }: Extract<MaskJob, { kind: "measure" }>): Promise<MeasuredChange> {
  const [source, result] = [await readPixels(before), await readPixels(after)];
  if (source.width !== result.width || source.height !== result.height) {
    return { comparable: false, before: getSize(source), after: getSize(result) };
  }
  const plane = finishedPlane(state, getSize(source));
  return { comparable: true, ...measureChange({ before: source, after: result, plane }) };
}

async function readPixels(image: Blob): Promise<Pixels> {
  // Keeps the file's own colours: a conversion would count as a change.
  const bitmap = await createImageBitmap(image, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser cannot read the pixels of the image.");
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}

function getSize({ width, height }: ImageSize): ImageSize {
  return { width, height };
}
