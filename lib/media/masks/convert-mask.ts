/**
 * Converts masks to the form of the image dialects: a PNG that is transparent in the area to change (wire-formats
 * §5.2).
 */
import sharp from "sharp";

/** Distance from black or white within which a level counts as one of them: encoders and resizing cause that much. */
const TOLERANCE = 16;
/** Largest share of pixels in between, which a smooth edge has. */
const MOST_GREYS = 0.02;

export type MaskResult =
  /** The mask has transparent places. */
  | { type: "unchanged" }
  | { type: "converted"; bytes: Uint8Array }
  /** Greys, or one of black and white missing: the meaning is unclear. */
  | { type: "ambiguous" }
  | { type: "unreadable"; reason: string };

/**
 * Runs on the worker, since it loops over up to 50 million pixels. Without transparent pixels, white is the area to
 * change.
 */
export async function convertMask(bytes: Uint8Array): Promise<MaskResult> {
  try {
    const alpha = await sharp(bytes).ensureAlpha().extractChannel("alpha").raw({ depth: "uchar" }).toBuffer();
    if (!alpha.equals(Buffer.alloc(alpha.length, 255))) return { type: "unchanged" };
    const { data: levels, info } = await sharp(bytes)
      .removeAlpha()
      .toColourspace("b-w")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    if (!isBlackAndWhite(levels)) return { type: "ambiguous" };
    const { width, height } = info;
    for (let index = 0; index < levels.length; index++) levels[index] = 255 - (levels[index] ?? 0);
    const converted = await sharp({ create: { width, height, channels: 3, background: "black" } })
      .joinChannel(levels, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer();
    // A copy that can be transferred: native memory cannot.
    return { type: "converted", bytes: new Uint8Array(converted) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { type: "unreadable", reason: message.split("\n")[0] ?? "" };
  }
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
