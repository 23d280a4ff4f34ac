/** Masks as the image conventions want them: a PNG that is transparent where the image is to change (wire-formats §5.2). */
import sharp from "sharp";

/** How far from black or white a level still counts as one of them: encoders and resizing leave that much. */
const TOLERANCE = 16;
/** The share of pixels that may lie between, as they do along a smooth edge. */
const MOST_GREYS = 0.02;

/**
 * The mask itself where it has transparent places. Without any, black and white are read as a mask, white for what is to
 * change, and come back as transparency; undefined when that would be a guess: greys, or one of the two missing.
 * @throws what sharp throws for pixels that cannot be decoded
 */
export async function toAlphaMask(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const alpha = await sharp(bytes).ensureAlpha().extractChannel("alpha").raw({ depth: "uchar" }).toBuffer();
  if (!alpha.equals(Buffer.alloc(alpha.length, 255))) return bytes;
  const { data: levels, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace("b-w")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  if (!isBlackAndWhite(levels)) return undefined;
  const { width, height } = info;
  for (const [index, level] of levels.entries()) levels[index] = 255 - level;
  return sharp({ create: { width, height, channels: 3, background: "black" } })
    .joinChannel(levels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

function isBlackAndWhite(levels: Uint8Array): boolean {
  let black = 0;
  let white = 0;
  for (const level of levels) {
    if (level < TOLERANCE) black++;
    else if (level > 255 - TOLERANCE) white++;
  }
  return black > 0 && white > 0 && levels.length - black - white <= levels.length * MOST_GREYS;
}
