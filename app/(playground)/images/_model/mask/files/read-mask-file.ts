import type { UploadStroke } from "#lib/playground/images/mask-state.ts";
import { encodeRuns } from "../plane/run-lengths.ts";
import { scalePlane } from "../plane/scale-plane.ts";
import type { ImageSize } from "./encode-mask.ts";
import { compareSizes, type ReadMask, readMaskPixels } from "./read-mask-pixels.ts";

/** In pixels; what is larger would take the page's memory before anything could be said about it. */
const MOST_PIXELS = 100_000_000;

/** A mask that was read, and whether it has to be scaled before it fits the image. */
export type MaskFile = { name: string; mask: ReadMask; image: ImageSize; needsScaling: boolean };

/** Throws an Error whose message is fit for the screen when the file cannot be the mask of an image of that size. */
export async function readMaskFile(file: File, image: ImageSize): Promise<MaskFile> {
  const named = file.name || "The mask";
  // The size stands in the first bytes of a PNG: a huge one is refused before it is unpacked.
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

/** The file as a stroke of the mask, scaled to the image where that is needed. */
export function toUploadStroke({ name, mask, image }: MaskFile): UploadStroke {
  const plane = scalePlane(mask.plane, image);
  return { tool: "upload", name, readAs: mask.readAs, flipped: false, runs: encodeRuns(plane.data) };
}

function checkSize(name: string, size: ImageSize, image: ImageSize): void {
  const [own, wanted] = [`${size.width} × ${size.height}`, `${image.width} × ${image.height}`];
  if (size.width * size.height > MOST_PIXELS) {
    throw new Error(`${name} has ${own} pixels, more than the page can work with. The image has ${wanted}.`);
  }
  if (compareSizes(size, image) === "different") {
    throw new Error(
      `${name} is ${own}, the image ${wanted}. A mask must have the image's size, or at least its ratio.`,
    );
  }
}

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Of the first 24 bytes of a file; undefined when it is no PNG. */
export function readPngSize(bytes: Uint8Array): ImageSize | undefined {
  if (bytes.length < 24 || PNG_START.some((byte, index) => bytes[index] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
