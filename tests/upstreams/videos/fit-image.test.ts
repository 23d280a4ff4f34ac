import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { fitImage } from "#lib/upstreams/videos/fit-image.ts";

const size = { width: 128, height: 72 };

/** Left half red, right half blue. */
async function picture(width: number, height: number, format: "png" | "jpeg" | "gif"): Promise<Uint8Array> {
  const blue = await sharp({ create: { width: width / 2, height, channels: 3, background: "blue" } })
    .png()
    .toBuffer();
  const red = sharp({ create: { width, height, channels: 3, background: "red" } });
  return red
    .composite([{ input: blue, left: width / 2, top: 0 }])
    .toFormat(format)
    .toBuffer();
}

describe("an image for a video of a size", () => {
  it("is unchanged when it has the size", async () => {
    const image = { bytes: await picture(128, 72, "png"), mediaType: "image/png" };
    expect(await fitImage(image, size)).toBe(image);
  });

  it("is scaled and cropped evenly otherwise, and keeps its type", async () => {
    const fitted = await fitImage({ bytes: await picture(400, 400, "jpeg"), mediaType: "image/jpeg" }, size);
    expect(fitted.mediaType).toBe("image/jpeg");
    expect(await sharp(fitted.bytes).metadata()).toMatchObject({ ...size, format: "jpeg" });
    const { data, info } = await sharp(fitted.bytes).raw().toBuffer({ resolveWithObject: true });
    const middle = (36 * info.width + 4) * info.channels;
    expect([...data.subarray(middle, middle + 3)].map((value) => value > 128)).toEqual([true, false, false]);
    const right = (36 * info.width + 124) * info.channels;
    expect([...data.subarray(right, right + 3)].map((value) => value > 128)).toEqual([false, false, true]);
  });

  it("is rotated by its EXIF orientation", async () => {
    const turned = await sharp(await picture(72, 128, "jpeg"))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const fitted = await fitImage({ bytes: turned, mediaType: "image/jpeg" }, size);
    const found = await sharp(fitted.bytes).metadata();
    expect(found).toMatchObject(size);
    expect(found.orientation ?? 1).toBe(1);
  });

  it("of a type that upstreams do not accept becomes PNG", async () => {
    const fitted = await fitImage({ bytes: await picture(128, 72, "gif"), mediaType: "image/gif" }, size);
    expect(fitted.mediaType).toBe("image/png");
    expect(await sharp(fitted.bytes).metadata()).toMatchObject({ ...size, format: "png" });
  });
});
