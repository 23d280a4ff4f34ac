import { hashBlob, type Intake } from "../files/attachments.ts";

const UNCHANGED_TYPES = new Set(["image/png", "image/jpeg", "image/webp"]);
const UPRIGHT = 1;

/**
 * Makes an input image of a file. Keeps its bytes, unless models do not read the type or the EXIF orientation is not
 * upright: a mask is painted on the rotated image, so the pixels must match.
 * @throws Error with a message for the screen
 */
export async function readInputImage(file: File): Promise<Intake> {
  const name = file.name || "Pasted image";
  if (file.size === 0) throw new Error(`${name} is empty.`);
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    throw new Error(`${name} is not an image this browser can read.`);
  }
  const { width, height } = bitmap;
  const turned = file.type === "image/jpeg" && readOrientation(await file.slice(0, 65_536).bytes()) !== UPRIGHT;
  const bytes = UNCHANGED_TYPES.has(file.type) && !turned ? file : await redraw(bitmap, file.type);
  bitmap.close();
  const attachment = { name, mediaType: bytes.type, size: bytes.size, width, height };
  return { attachment: { sha256: await hashBlob(bytes), ...attachment }, bytes };
}

async function redraw(bitmap: ImageBitmap, type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  return canvas.convertToBlob({ type: type === "image/jpeg" ? "image/jpeg" : "image/png", quality: 0.95 });
}

/** Returns the EXIF orientation of a JPEG, 1 to 8; 1 when there is none. */
export function readOrientation(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
      const isExif = view.getUint8(at + 1) === 0xe1 && view.getUint32(at + 4) === 0x45786966;
      if (isExif) return readTiffOrientation(new DataView(view.buffer, view.byteOffset + at + 10));
    }
  } catch (error) {
    // Truncated header: no orientation.
    if (!(error instanceof RangeError)) throw error;
  }
  return UPRIGHT;
}

function readTiffOrientation(tiff: DataView): number {
  const littleEndian = tiff.getUint16(0) === 0x4949;
  const directory = tiff.getUint32(4, littleEndian);
  const entries = tiff.getUint16(directory, littleEndian);
  for (let at = directory + 2; at < directory + 2 + entries * 12; at += 12) {
    if (tiff.getUint16(at, littleEndian) === 0x0112) return tiff.getUint16(at + 8, littleEndian);
  }
  return UPRIGHT;
}
