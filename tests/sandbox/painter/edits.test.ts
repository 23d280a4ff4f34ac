import sharp from "sharp";
import { describe, expect, it } from "vitest";
import {
  brightness,
  decode,
  difference,
  drawing,
  isBlue,
  isRed,
  LOWER,
  maskOf,
  meanColour,
  type Picture,
  paintSmall,
  pixelsIn,
  type requestFor,
  SIZE,
  shareOf,
  UPPER,
} from "./painting.ts";

const MIDDLE = { left: 0.3, top: 0.3, right: 0.7, bottom: 0.7 };
const GREY = [128, 132, 130];

/** The number of pixels outside an area that differ in any byte. */
function changedOutside(before: Picture, after: Picture, { left, top, right, bottom }: typeof MIDDLE): number {
  let changed = 0;
  for (let index = 0; index < before.width * before.height; index += 1) {
    const [x, y] = [(index % before.width) / before.width, Math.floor(index / before.width) / before.height];
    if (x >= left - 0.006 && x < right + 0.006 && y >= top - 0.006 && y < bottom + 0.006) continue;
    for (let at = index * 4; at < index * 4 + 4; at += 1) if (before.data[at] !== after.data[at]) changed += 1;
  }
  return changed;
}

/** Several tests change it. */
let boat: Promise<Uint8Array> | undefined;
const paintBoat = () => {
  boat ??= paintSmall("a sailboat on the sea by day").then(({ bytes }) => bytes);
  return boat;
};

async function edit(
  prompt: string,
  source: Uint8Array,
  changes: Partial<ReturnType<typeof requestFor>> = {},
): Promise<Picture> {
  const { bytes } = await paintSmall(prompt, { size: undefined, sources: [source], ...changes });
  return decode(bytes);
}

describe("an edit with a mask", () => {
  it.each([
    "remove the boat",
    "make it red",
    "add a lighthouse",
    "replace the boat with a whale",
    "a flamingo",
    "a starry night sky",
    "make it night",
    "in watercolour style",
    "zzzz",
  ])("%s: leaves every other pixel as it was", async (prompt) => {
    const source = await paintBoat();
    const [before, after] = [await decode(source), await edit(prompt, source, { mask: await maskOf(MIDDLE) })];
    expect([after.width, after.height]).toEqual([SIZE, SIZE]);
    expect(changedOutside(before, after, MIDDLE)).toBe(0);
    expect(difference(before, after, MIDDLE)).toBeGreaterThan(1);
  });

  it("keeps what lies outside in previews too, and each comes nearer", async () => {
    const source = await paintBoat();
    const passes: Uint8Array[] = [];
    const request = { size: undefined, sources: [source], mask: await maskOf(MIDDLE), passes: 3 };
    const result = await decode(
      (await paintSmall("add a castle", request, { onPass: ({ bytes }) => passes.push(bytes) })).bytes,
    );
    const previews = await Promise.all(passes.map(decode));
    const before = await decode(source);
    expect(previews).toHaveLength(3);
    for (const preview of previews) expect(changedOutside(before, preview, MIDDLE)).toBe(0);
    const errors = previews.map((preview) => difference(preview, result, MIDDLE));
    expect(errors[0]).toBeGreaterThan(errors[2] ?? 0);
  });

  it("removes by filling from the surroundings", async () => {
    const area = { left: 0.4, top: 0.4, right: 0.6, bottom: 0.6 };
    const source = await drawing(GREY, [{ ...area, colour: [220, 20, 20] }]);
    const after = await edit("remove the red square", source, { mask: await maskOf(MIDDLE) });
    expect(shareOf(after, isRed)).toBe(0);
    const [red, green, blue] = meanColour(after, MIDDLE);
    for (const [value, wanted] of [
      [red, 128],
      [green, 132],
      [blue, 130],
    ] as const)
      expect(Math.abs(value - wanted)).toBeLessThan(6);
  });

  it("continues a horizon through what is removed", async () => {
    const land = { left: 0, top: 0.5, right: 1, bottom: 1, colour: [60, 130, 50] };
    const source = await drawing(
      [120, 170, 230],
      [{ left: 0.4, top: 0.3, right: 0.6, bottom: 0.7, colour: [30, 20, 20] }, land],
    );
    const after = await edit("erase the object", source, {
      mask: await maskOf({ left: 0.35, top: 0.25, right: 0.65, bottom: 0.75 }),
    });
    const [, , skyBlue] = meanColour(after, { left: 0.4, top: 0.3, right: 0.6, bottom: 0.45 });
    const [, landGreen, landBlue] = meanColour(after, { left: 0.4, top: 0.56, right: 0.6, bottom: 0.7 });
    expect(skyBlue).toBeGreaterThan(200);
    expect(landGreen).toBeGreaterThan(landBlue * 1.6);
  });

  it("recolours within the mask and keeps light and shade", async () => {
    const source = (await paintSmall("a red ball", { background: "opaque" })).bytes;
    const before = await decode(source);
    const after = await edit("make it blue", source, {
      mask: await maskOf({ left: 0.1, top: 0.1, right: 0.9, bottom: 0.9 }),
    });
    expect(shareOf(before, isRed)).toBeGreaterThan(0.05);
    expect(shareOf(after, isRed)).toBeLessThan(0.002);
    expect(shareOf(after, isBlue)).toBeGreaterThan(shareOf(before, isRed) * 0.5);
    const spread = (picture: Picture, isWanted: typeof isRed) => {
      const values = pixelsIn(picture)
        .filter(isWanted)
        .map(([red, green, blue]) => red + green + blue);
      return Math.max(...values) - Math.min(...values);
    };
    expect(spread(after, isBlue)).toBeGreaterThan(60);
  });

  it("adds what the prompt names", async () => {
    const source = await drawing([230, 230, 225]);
    const after = await edit("add a red apple", source, { mask: await maskOf(MIDDLE) });
    expect(shareOf(after, isRed, MIDDLE)).toBeGreaterThan(0.25);
  });

  it("takes black and white for a mask, and the image's own transparency when told so", async () => {
    const source = await drawing(GREY);
    const blackAndWhite = await drawing([0, 0, 0], [{ ...MIDDLE, colour: [255, 255, 255] }]);
    const after = await edit("add a red apple", source, { mask: blackAndWhite });
    expect(changedOutside(await decode(source), after, MIDDLE)).toBe(0);
    expect(shareOf(after, isRed, MIDDLE)).toBeGreaterThan(0.2);
    const holed = await edit("add a red apple", await maskOf(MIDDLE), { isMaskInAlpha: true });
    expect(shareOf(holed, isRed, MIDDLE)).toBeGreaterThan(0.2);
    expect(shareOf(holed, ([red, green, blue]) => red + green + blue === 765, UPPER)).toBeGreaterThan(0.8);
  });

  it.each([
    ["another size", "mask", async () => ({ mask: await maskOf(MIDDLE, 100) })],
    ["nothing transparent", "mask", async () => ({ mask: await drawing(GREY) })],
    ["no image", "mask", async () => ({ mask: new Uint8Array([1, 2, 3]) })],
    ["a source that is no image", "image", async () => ({ sources: [new Uint8Array(0)] })],
    ["a source cut off", "image", async () => ({ sources: [(await drawing(GREY)).subarray(0, 90)] })],
  ])("%s is refused by name", async (_case, param, changes) => {
    const request = { size: undefined, sources: [await drawing(GREY)], ...(await changes()) };
    await expect(paintSmall("a cat", request)).rejects.toMatchObject({ status: 400, param });
  });
});

describe("things of the sky under a mask", () => {
  const SKY = [96, 150, 214];
  const plainSky = () => drawing(SKY);

  it.each([
    "add a big full moon",
    "a crescent moon",
    "add the sun",
    "add stars",
    "a rainbow",
    "add an aurora",
    "add a cloud",
  ])("%s: brightens the place and leaves the hour", async (prompt) => {
    const source = await plainSky();
    const [before, after] = [await decode(source), await edit(prompt, source, { mask: await maskOf(MIDDLE) })];
    expect(changedOutside(before, after, MIDDLE)).toBe(0);
    expect(brightness(after, MIDDLE)).toBeGreaterThan(brightness(before, MIDDLE));
    const darker = ([red, green, blue]: readonly number[]) =>
      (red ?? 0) + (green ?? 0) + (blue ?? 0) < SKY.reduce((sum, value) => sum + value, 0) - 120;
    expect(shareOf(after, darker, MIDDLE)).toBeLessThan(0.01);
  });

  it("puts a moon in the middle of the mask, larger when it is big", async () => {
    const source = await plainSky();
    const mask = await maskOf(MIDDLE);
    const isPale = ([red]: readonly number[]) => (red ?? 0) > 150;
    const [big, small] = await Promise.all([
      edit("add a big full moon", source, { mask }),
      edit("add a tiny full moon", source, { mask }),
    ]);
    const middle = { left: 0.48, top: 0.48, right: 0.52, bottom: 0.52 };
    expect(shareOf(big, isPale, middle)).toBe(1);
    expect(shareOf(small, isPale, middle)).toBe(1);
    expect(shareOf(big, isPale)).toBeGreaterThan(shareOf(small, isPale) * 2);
  });

  it("draws every colour of a rainbow", async () => {
    const after = await edit("add a rainbow", await drawing([90, 100, 110]), { mask: await maskOf(MIDDLE) });
    for (const isWanted of [
      ([red = 0, , blue = 0]: readonly number[]) => red > blue + 40,
      ([red = 0, green = 0]: readonly number[]) => green > red + 40,
      ([red = 0, , blue = 0]: readonly number[]) => blue > red + 40,
    ])
      expect(shareOf(after, isWanted, MIDDLE)).toBeGreaterThan(0.005);
  });

  it("relights when asked to, alone or with a moon", async () => {
    const source = await plainSky();
    const before = await decode(source);
    for (const prompt of ["make it night", "add a tiny moon at night"]) {
      const after = await edit(prompt, source, { mask: await maskOf(MIDDLE) });
      const corner = { left: 0.32, top: 0.32, right: 0.38, bottom: 0.38 };
      expect(brightness(after, corner), prompt).toBeLessThan(brightness(before, corner) * 0.7);
    }
  });

  it("stands behind what the sky ends at, without a mask", async () => {
    const land = { left: 0, top: 0.6, right: 1, bottom: 1, colour: [60, 120, 50] };
    const source = await drawing(SKY, [land]);
    const [before, after] = [await decode(source), await edit("add a rainbow", source)];
    expect(difference(before, after, { ...land, top: 0.62 })).toBe(0);
    expect(difference(before, after, { ...land, top: 0, bottom: 0.6 })).toBeGreaterThan(1);
  });
});

describe("a subject under a mask", () => {
  it("does not move for a stray transparent pixel", async () => {
    const source = await drawing(GREY);
    const mask = await maskOf(MIDDLE);
    const { data, width, height } = await decode(mask);
    data[(height - 4) * width * 4 + 11] = 0;
    const stray = await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    const [clean, spotted] = await Promise.all([
      edit("add a red apple", source, { mask }),
      edit("add a red apple", source, { mask: stray }),
    ]);
    expect(shareOf(clean, isRed, MIDDLE)).toBeGreaterThan(0.25);
    expect(difference(clean, spotted, MIDDLE)).toBe(0);
  });

  it("that has no drawing leaves a soft filling, and is named", async () => {
    const area = { left: 0.4, top: 0.4, right: 0.6, bottom: 0.6 };
    const source = await drawing(GREY, [{ ...area, colour: [220, 20, 20] }]);
    const request = { size: undefined, sources: [source], mask: await maskOf(MIDDLE) };
    const { bytes, revisedPrompt } = await paintSmall("add a silver airship over the sea", request);
    expect(revisedPrompt).toContain("I did not know how to draw “airship”");
    for (const [index, value] of meanColour(await decode(bytes), MIDDLE).entries())
      expect(Math.abs(value - (GREY[index] ?? 0))).toBeLessThan(6);
  });

  it("that has no drawing changes nothing without a mask", async () => {
    const source = await drawing(GREY);
    const { bytes, revisedPrompt } = await paintSmall("add an airship", { size: undefined, sources: [source] });
    expect(revisedPrompt).toMatch(/^Leave the picture as it is.*“airship”\.$/);
    expect(difference(await decode(source), await decode(bytes))).toBe(0);
  });
});

describe("an edit without a mask", () => {
  it("recolours what has the colour that is named", async () => {
    const source = await drawing(GREY, [
      { left: 0.1, top: 0.3, right: 0.4, bottom: 0.7, colour: [210, 40, 40] },
      { left: 0.6, top: 0.3, right: 0.9, bottom: 0.7, colour: [240, 200, 40] },
    ]);
    const after = await edit("change the red square to blue", source);
    expect(shareOf(after, isBlue, { left: 0.12, top: 0.32, right: 0.38, bottom: 0.68 })).toBeGreaterThan(0.95);
    expect(difference(await decode(source), after, { left: 0.55, top: 0, right: 1, bottom: 1 })).toBeLessThan(1);
  });

  it("replaces the sky and leaves the land", async () => {
    const source = await drawing([150, 190, 235], [{ left: 0, top: 0.6, right: 1, bottom: 1, colour: [60, 120, 50] }]);
    const after = await edit("replace the sky with a starry night sky", source);
    expect(brightness(after, UPPER)).toBeLessThan(0.3);
    const [red, green, blue] = meanColour(after, LOWER);
    expect(green).toBeGreaterThan(Math.max(red, blue));
  });

  it("makes night of day", async () => {
    const source = (await paintSmall("a house in a meadow by day")).bytes;
    expect(brightness(await edit("make it night", source))).toBeLessThan(brightness(await decode(source)) * 0.6);
  });

  it("extends the canvas and keeps the picture in it", async () => {
    const source = await paintBoat();
    const [before, after] = [await decode(source), await edit("extend the image to the right", source)];
    expect([after.width, after.height]).toEqual([SIZE * 1.5, SIZE]);
    const kept = await sharp(after.data, { raw: { width: after.width, height: after.height, channels: 4 } })
      .extract({ left: 0, top: 0, width: SIZE, height: SIZE })
      .raw()
      .toBuffer();
    expect(kept.equals(before.data)).toBe(true);
    const right = { left: 0.75, top: 0, right: 1, bottom: 1 };
    expect(pixelsIn(after, right).every(([, , , alpha]) => alpha === 255)).toBe(true);
    expect(Math.abs(brightness(after, right) - brightness(before))).toBeLessThan(0.2);
  });

  it("removes a plain background", async () => {
    const source = await drawing([250, 250, 250], [{ ...MIDDLE, colour: [200, 30, 30] }]);
    const result = await paintSmall("remove the background", { size: undefined, sources: [source] });
    expect(result.background).toBe("transparent");
    const after = await decode(result.bytes);
    expect(shareOf(after, ([, , , alpha]) => alpha === 0, UPPER)).toBeGreaterThan(0.7);
    expect(
      shareOf(after, ([red, , , alpha]) => alpha === 255 && red > 150, {
        left: 0.35,
        top: 0.35,
        right: 0.65,
        bottom: 0.65,
      }),
    ).toBe(1);
  });

  it("keeps details with high fidelity and paints freely with low", async () => {
    const source = (await paintSmall("a city by day", { quality: "high" })).bytes;
    const before = await decode(source);
    const [high, low] = await Promise.all([
      edit("a city", source, { inputFidelity: "high" }),
      edit("a city", source, { inputFidelity: "low" }),
    ]);
    expect(difference(before, low)).toBeGreaterThan(difference(before, high) + 3);
    const [mean, painted] = [meanColour(before), meanColour(low)];
    for (const channel of [0, 1, 2] as const) expect(Math.abs(mean[channel] - painted[channel])).toBeLessThan(20);
  });

  it("answers in the size that is asked for", async () => {
    const { width, height } = await paintSmall("make it night", {
      sources: [await drawing(GREY)],
      size: { width: 240, height: 160 },
    });
    expect([width, height]).toEqual([240, 160]);
  });
});

describe("a source of any making", () => {
  const wide = { create: { width: 96, height: 64, channels: 3, background: "#c03020" } } as const;
  it.each([
    ["16 bits a channel", () => sharp(wide).toColourspace("rgb16").png(), 96],
    ["CMYK", () => sharp(wide).toColourspace("cmyk").jpeg(), 96],
    ["one grey channel", () => sharp(wide).greyscale().png(), 96],
    ["turned by EXIF", () => sharp(wide).withMetadata({ orientation: 6 }).jpeg(), 64],
    ["a palette", () => sharp(wide).png({ palette: true }), 96],
    ["a GIF", () => sharp(wide).gif(), 96],
  ])("%s is edited upright, in 8 bits of sRGB", async (_making, make, width) => {
    const after = await edit("make it blue", await make().toBuffer());
    expect(after.width).toBe(width);
    const [red, , blue] = meanColour(after);
    expect(blue).toBeGreaterThan(red * 1.5);
  });

  it("is not decoded when it would take too much memory", async () => {
    const side = 9_000;
    const bomb = await sharp(Buffer.alloc(side * side, 255), { raw: { width: side, height: side, channels: 1 } })
      .png({ compressionLevel: 1 })
      .toBuffer();
    await expect(edit("make it blue", bomb)).rejects.toMatchObject({
      status: 400,
      param: "image",
      message: expect.stringContaining("pixel limit"),
    });
  });
});

describe("an edit of several images", () => {
  it("sets the second into the first, cut out of its plain ground", async () => {
    const base = await drawing([235, 235, 230]);
    const logo = await drawing([255, 255, 255], [{ ...MIDDLE, colour: [30, 60, 220] }]);
    const after = await edit("put the logo on it", base, { sources: [base, logo] });
    expect(shareOf(after, isBlue)).toBeGreaterThan(0.03);
    // The logo's own white is gone: the base shows beside it.
    expect(shareOf(after, ([red, green, blue]) => red > 250 && green > 250 && blue > 250)).toBeLessThan(0.01);
  });

  it("puts it where the mask is, and nowhere else", async () => {
    const base = await drawing([235, 235, 230]);
    const area = { left: 0, top: 0.5, right: 0.5, bottom: 1 };
    const after = await edit("place the logo", base, {
      sources: [base, await drawing([30, 60, 220])],
      mask: await maskOf(area),
    });
    expect(changedOutside(await decode(base), after, area)).toBe(0);
    expect(shareOf(after, isBlue, area)).toBeGreaterThan(0.3);
  });

  it("shows all sixteen in a collage", async () => {
    const colours = Array.from({ length: 16 }, (_, index) => [(index % 4) * 80, Math.floor(index / 4) * 80, 128]);
    const sources = await Promise.all(colours.map((colour) => drawing(colour)));
    const after = await edit("a collage of all of these", sources[0] ?? new Uint8Array(), { sources });
    const missing = colours.filter(
      ([red = 0, green = 0, blue = 0]) =>
        !pixelsIn(after).some(([r, g, b]) => Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) < 12),
    );
    expect(missing).toEqual([]);
  });
});
