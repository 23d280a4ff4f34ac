/** Inspects a received image: its size in pixels, its hash, and a thumbnail for lists. */
import { hashBlob } from "#lib/playground/files/attachments.ts";
import type { JobImage } from "#lib/playground/images/image-job.ts";
import type { ReceivedImage } from "./image-run.ts";

/** Longer edge of the thumbnail in pixels: sharp at 2× in lists. */
const THUMBNAIL_EDGE = 192;

/** @param save stores bytes under their hash */
export async function storeImage(
  { bytes, address, mediaType, revisedPrompt }: ReceivedImage,
  save: (sha256: string, bytes: Blob) => Promise<void>,
): Promise<JobImage> {
  const common = { mediaType, ...(revisedPrompt ? { revisedPrompt } : {}) };
  if (!bytes) return { ...common, ...(address ? { address } : {}), size: 0, width: 1024, height: 1024 };
  const sha256 = await hashBlob(bytes);
  await save(sha256, bytes);
  const stored = { ...common, sha256, size: bytes.size };
  try {
    const bitmap = await createImageBitmap(bytes);
    const { width, height } = bitmap;
    const small = await shrink(bitmap);
    bitmap.close();
    const thumbnail = await hashBlob(small);
    await save(thumbnail, small);
    return { ...stored, width, height, thumbnail };
  } catch {
    // This browser cannot decode the image: the file is stored and can be downloaded.
    return { ...stored, width: 1024, height: 1024 };
  }
}

function shrink(bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, THUMBNAIL_EDGE / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/webp", quality: 0.8 });
}
