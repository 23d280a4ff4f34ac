/** What an image is, from its header, before anybody decodes it. */
import sharp from "sharp";
import type { ImageInput } from "#lib/canonical/image-call.ts";

export type ImageFacts = {
  mediaType: string;
  /** As shown, the camera's turn applied. */
  width: number;
  height: number;
  hasAlpha: boolean;
  /** More than one frame. */
  animated: boolean;
};

/** A telephone's largest photograph has 49 million; decoded, this many are 200 MB. */
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

/** In bytes: what stands before the pixels is seldom longer, colour profile and preview included. */
const USUAL_HEADER = 262_144;

/** Undefined for what is no image of a known format. Large files are not read whole where their first bytes tell all. */
export async function inspectImage(
  input: Pick<ImageInput, "mediaType" | "size" | "read" | "chunks">,
): Promise<ImageFacts | undefined> {
  // Of others the number of frames is told by the end.
  const tellsFirst = input.mediaType === "image/png" || input.mediaType === "image/jpeg";
  const facts = tellsFirst && input.size > USUAL_HEADER ? await inspectImageBytes(await readFirst(input)) : undefined;
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

/** Undefined for bytes that are no image of a known format. Looks at the header alone: the pixels may be broken. */
export async function inspectImageBytes(bytes: Uint8Array): Promise<ImageFacts | undefined> {
  // Its limit is ours to hold, so that the answer can say how large the image is.
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
