import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { toAlphaMask } from "#lib/media/masks/alpha-mask.ts";
import { countTurns } from "#tests/support/count-turns.ts";
import { greyMask } from "#tests/support/odd-images.ts";

describe("masks", () => {
  it("are unchanged where they have transparent pixels", async () => {
    const mask = await sharp({ create: { width: 8, height: 8, channels: 4, background: "#00000000" } })
      .png()
      .toBuffer();
    expect(await toAlphaMask(mask)).toBe(mask);
  });

  it("get their transparency from white", async () => {
    const converted = await toAlphaMask(await greyMask({ ground: 0, hole: 255 }));
    const { data, info } = await sharp(converted).raw().toBuffer({ resolveWithObject: true });
    const alphaAt = (x: number, y: number) => data[(y * info.width + x) * 4 + 3];
    expect([alphaAt(0, 0), alphaAt(32, 32)]).toEqual([255, 0]);
  });

  it("are refused where they are ambiguous or cannot be decoded", async () => {
    expect(await toAlphaMask(await greyMask({ ground: 60, hole: 200 }))).toBeUndefined();
    await expect(toAlphaMask(Buffer.from("no image"))).rejects.toThrow(/unsupported image format/);
  });

  it("do not block the event loop, however many pixels they have", async () => {
    const small = await greyMask({ ground: 0, hole: 255 });
    const large = await sharp(small).resize(6400, 6400, { kernel: "nearest" }).png().toBuffer();
    const { longestStall, outcome } = await countTurns(() => toAlphaMask(large));
    expect(outcome.status).toBe("fulfilled");
    expect(longestStall).toBeLessThan(0.2);
  });
});
