import type { UploadStroke } from "#lib/playground/images/mask-state.ts";
import { encodeRuns } from "../plane/run-lengths.ts";
import { scalePlane } from "../plane/scale-plane.ts";
import type { ImageSize } from "./encode-mask.ts";
import { compareSizes, type ReadMask, readMaskPixels } from "./read-mask-pixels.ts";

/** Maximum pixels of a mask file. A larger one would exhaust the page's memory before it could be checked. */
const MAXIMUM_PIXELS = 100_000_000;

/** A mask read from a file, and whether it must be scaled to fit the image. */
export type MaskFile = { name: string; mask: ReadMask; image: ImageSize; needsScaling: boolean };

/**
 * Reads a mask for an image of the given size. Throws an Error with a message for the screen when the file cannot be
 * its mask.
 */
export async function readMaskFile(file: File, image: ImageSize): Promise<MaskFile> {
  const named = file.name || "The mask";
  // A PNG has its size in the first bytes, so a huge one is refused before it is decoded.
  const size = readPngSize(new Uint8Array(await file.slice(0, 24).arrayBuffer()));
  if (size) checkSize(named, size, image);
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { colorSpaceConversion: "none" });
  } catch {
    throw new Error(`${named} cannot be read as an image${file.type ? ` (${file.type})` : ""}.`);
  }
  try {
    checkSize(named, bitmap, image);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("This browser cannot read the pixels of the mask.");
    context.drawImage(bitmap, 0, 0);
    const mask = readMaskPixels(context.getImageData(0, 0, bitmap.width, bitmap.height));
    return { name: named, mask, image, needsScaling: compareSizes(bitmap, image) === "scalable" };
  } finally {
    bitmap.close();
  }
}

/** Converts the file to a stroke of the mask, scaled to the image when necessary. */
export function toUploadStroke({ name, mask, image }: MaskFile): UploadStroke {
  const plane = scalePlane(mask.plane, image);
  return { tool: "upload", name, readAs: mask.readAs, flipped: false, runs: encodeRuns(plane.data) };
}

function checkSize(name: string, size: ImageSize, image: ImageSize): void {
  const [own, wanted] = [`${size.width} × ${size.height}`, `${image.width} × ${image.height}`];
  if (size.width * size.height > MAXIMUM_PIXELS) {
    throw new Error(`${name} has ${own} pixels, more than the page can work with. The image has ${wanted}.`);
  }
  if (compareSizes(size, image) === "different") {
    throw new Error(
      `${name} is ${own}, the image ${wanted}. A mask must have the image's size, or at least its ratio.`,
    );
  }
}

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Returns the size of a PNG from its first 24 bytes; undefined when it is not a PNG. */
export function readPngSize(bytes: Uint8Array): ImageSize | undefined {
  if (bytes.length < 24 || PNG_START.some((byte, index) => bytes[index] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
