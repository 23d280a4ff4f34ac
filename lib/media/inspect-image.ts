/** Facts of an image, read from its header without decoding it. */
import type { ImageInput } from "#lib/canonical/image-call.ts";

export type ImageFacts = {
  mediaType: string;
  /** Size as displayed, after the camera's rotation. */
  width: number;
  height: number;
  hasAlpha: boolean;
  /** True for more than one frame. */
  animated: boolean;
};

/** Limit on pixels: the largest phone photos have 49 million; decoded, 50 million take 200 MB. */
export const MOST_PIXELS = 50_000_000;

const TYPES: Record<string, string> = {
  png: "image/png",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  heif: "image/heic",
  tiff: "image/tiff",
  svg: "image/svg+xml",
};

/** Bytes to read first: headers are seldom longer, including colour profile and preview. */
const USUAL_HEADER = 262_144;

/** Returns undefined for an unknown format. Large files are not read whole when their first bytes are enough. */
export async function inspectImage(
  input: Pick<ImageInput, "mediaType" | "size" | "read" | "chunks">,
): Promise<ImageFacts | undefined> {
  // Other formats need the whole file to count their frames.
  const headSuffices = input.mediaType === "image/png" || input.mediaType === "image/jpeg";
  const facts = headSuffices && input.size > USUAL_HEADER ? await inspectImageBytes(await readFirst(input)) : undefined;
  return facts ?? inspectImageBytes(await input.read());
}

async function readFirst({ chunks }: Pick<ImageInput, "chunks">): Promise<Uint8Array> {
  const first: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks()) {
    first.push(chunk);
    size += chunk.length;
    if (size >= USUAL_HEADER) break;
  }
  return first.length === 1 && first[0] ? first[0] : Buffer.concat(first);
}

/** Returns undefined for an unknown format. Reads only the header: the pixels may be broken. */
export async function inspectImageBytes(bytes: Uint8Array): Promise<ImageFacts | undefined> {
  // Loaded at the first image: libvips takes 10 MB.
  const { default: sharp } = await import("sharp");
  // The limit is checked by our code, so that the error can name the image's size.
  const image = sharp(bytes, { limitInputPixels: false, animated: true, failOn: "none" });
  const found = await image.metadata().catch(() => undefined);
  if (!found?.format || !found.width || !found.height) return undefined;
  const { format, width, height, pageHeight, pages = 1, hasAlpha, orientation = 1 } = found;
  const upright = pageHeight ?? height;
  const turned = orientation >= 5;
  return {
    mediaType: TYPES[format] ?? `image/${format}`,
    width: turned ? upright : width,
    height: turned ? width : upright,
    hasAlpha,
    animated: pages > 1,
  };
}
