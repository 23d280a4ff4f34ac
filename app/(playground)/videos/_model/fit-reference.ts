/** Fits the input image of a video to the video's size. */
import { findVideoModelRules } from "#lib/contract/openai-videos/model-rules.ts";
import type { Attachment } from "#lib/playground/conversation/transcript.ts";
import { formatBytes } from "#lib/playground/streams/metrics.ts";

type Size = { width: number; height: number };

/**
 * Returns a sentence that explains why the image cannot be used as the first frame unchanged; undefined when it can.
 */
export function findSizeProblem(reference: Attachment, size: Size): string | undefined {
  const { width, height } = reference;
  if (width === undefined || height === undefined || (width === size.width && height === size.height)) return undefined;
  return `The image is ${width} × ${height}, the video ${size.width} × ${size.height}.`;
}

/** Returns the largest centred part of an image, in its own pixels, that has the shape of a box. */
export function coverBox({ width, height }: Size, box: Size): { x: number; y: number; width: number; height: number } {
  const scale = Math.min(width / box.width, height / box.height);
  const part = { width: box.width * scale, height: box.height * scale };
  return { x: (width - part.width) / 2, y: (height - part.height) / 2, ...part };
}

/** Returns the image cropped and scaled to exactly the size. */
export async function fitImage(bytes: Blob, size: Size): Promise<Blob> {
  const bitmap = await createImageBitmap(bytes, { imageOrientation: "from-image" });
  const part = coverBox(bitmap, size);
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw the image.");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, part.x, part.y, part.width, part.height, 0, 0, size.width, size.height);
  bitmap.close();
  const type = bytes.type === "image/jpeg" ? "image/jpeg" : "image/png";
  return canvas.convertToBlob({ type, quality: 0.95 });
}

/** Returns a sentence that explains why the model does not accept the image at all; undefined when it does. */
export function findReferenceProblem({
  reference,
  model,
}: {
  reference?: Attachment;
  model: string;
}): string | undefined {
  const rules = findVideoModelRules(model)?.images;
  if (!reference || !rules) return undefined;
  const { name, mediaType, size } = reference;
  if (!rules.types.includes(mediaType)) {
    const types = rules.types.map((type) => type.replace("image/", "")).join(", ");
    return `${name}: ${model} takes ${types}, not ${mediaType.replace("image/", "")}.`;
  }
  if (size > rules.bytes) {
    return `${name}: ${model} takes images of up to ${formatBytes(rules.bytes)}, this one has ${formatBytes(size)}.`;
  }
  return undefined;
}
