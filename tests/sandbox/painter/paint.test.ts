import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { type PaintPass, paint } from "#lib/sandbox/painter/paint.ts";
import {
  brightness,
  countGroups,
  decode,
  difference,
  isBlue,
  isRed,
  LOWER,
  meanColour,
  type Picture,
  paintSmall,
  pictureOf,
  pixelsIn,
  requestFor,
  SIZE,
  shareOf,
  UPPER,
} from "./painting.ts";

describe("the sandbox painter", () => {
  it("paints the same bytes for the same request, others for another seed or prompt", async () => {
    const prompt = "a mountain lake at sunset";
    const [first, again, otherSeed, otherPrompt] = await Promise.all([
      paintSmall(prompt),
      paintSmall(prompt),
      paintSmall(prompt, { seed: 2 }),
      paintSmall("a mountain lake at dawn"),
    ]);
    expect(Buffer.from(again.bytes).equals(first.bytes)).toBe(true);
    expect(difference(await decode(first.bytes), await decode(otherSeed.bytes))).toBeGreaterThan(4);
    expect(difference(await decode(first.bytes), await decode(otherPrompt.bytes))).toBeGreaterThan(4);
  });

  it("follows the time of day", async () => {
    const [day, sunset, night] = await Promise.all(
      ["by day", "at sunset", "at night"].map((time) => pictureOf(`hills ${time}`)),
    );
    if (!day || !sunset || !night) throw new Error("three pictures were asked for");
    expect(brightness(day)).toBeGreaterThan(brightness(sunset));
    expect(brightness(night)).toBeLessThan(brightness(sunset) - 0.1);
    const [red, , blue] = meanColour(sunset, { ...UPPER, top: 0.35, bottom: 0.55 });
    expect(red).toBeGreaterThan(blue);
    const [dayRed, , dayBlue] = meanColour(day, UPPER);
    expect(dayBlue).toBeGreaterThan(dayRed);
  });

  it("follows season, ground and weather", async () => {
    const [summer, winter, storm] = await Promise.all([
      pictureOf("a meadow in summer by day"),
      pictureOf("a meadow covered in snow by day"),
      pictureOf("a meadow in a thunderstorm by day"),
    ]);
    const [, green, blue] = meanColour(summer, LOWER);
    expect(green).toBeGreaterThan(blue * 1.3);
    expect(brightness(winter, LOWER)).toBeGreaterThan(brightness(summer, LOWER) + 0.2);
    expect(brightness(storm, UPPER)).toBeLessThan(brightness(summer, UPPER) - 0.15);
  });

  it("paints as many as are asked for, in the colour that is named", async () => {
    for (const count of [1, 3, 5]) {
      const picture = await pictureOf(`${count} red apples`, {
        background: "transparent",
        size: { width: 384, height: 384 },
      });
      expect(countGroups(picture, (pixel) => (pixel[3] ?? 0) > 128, 60)).toBe(count);
    }
    const [red, blue] = await Promise.all([
      pictureOf("a red car on a road by day"),
      pictureOf("a blue car in a yellow wheat field by day"),
    ]);
    expect(shareOf(red, isRed)).toBeGreaterThan(0.04);
    expect(shareOf(red, isRed)).toBeGreaterThan(shareOf(blue, isRed) * 5);
    expect(shareOf(blue, isBlue, LOWER)).toBeGreaterThan(0.02);
  });

  it("follows the palette when nothing else is known, and any text gives a picture", async () => {
    const picture = await pictureOf("abstract in crimson and gold");
    const [red, , blue] = meanColour(picture);
    expect(red).toBeGreaterThan(blue * 1.3);
    const [first, second] = await Promise.all([pictureOf("qwertz"), pictureOf("asdfgh")]);
    expect(difference(first, second)).toBeGreaterThan(15);
  });

  it("is more colourful when vivid, and grey when black and white is asked for", async () => {
    const chroma = async (prompt: string, style: "vivid" | "natural") => {
      const pixels = pixelsIn(await pictureOf(prompt, { style }));
      return (
        pixels.reduce((sum, [red, green, blue]) => sum + Math.max(red, green, blue) - Math.min(red, green, blue), 0) /
        pixels.length
      );
    };
    const [vivid, natural, grey] = await Promise.all([
      chroma("a meadow by day", "vivid"),
      chroma("a meadow by day", "natural"),
      chroma("a meadow by day, black and white", "natural"),
    ]);
    expect(vivid).toBeGreaterThan(natural * 1.15);
    expect(grey).toBeLessThan(3);
  });

  it("paints finer with more quality", async () => {
    const size = { width: 384, height: 384 };
    const [low, high] = await Promise.all([
      paintSmall("a meadow in summer by day", { size }),
      paintSmall("a meadow in summer by day", { size, quality: "high" }),
    ]);
    /** Measures how much neighbouring pixels of the grass differ: by strokes, not by the grain of every picture. */
    const detail = async (bytes: Uint8Array) => {
      const { data, width, height } = await decode(bytes);
      let sum = 0;
      for (let at = Math.floor(height * 0.7) * width * 4; at < data.length - 4; at += 4)
        sum += Math.abs((data[at + 1] ?? 0) - (data[at + 5] ?? 0));
      return sum;
    };
    expect(await detail(high.bytes)).toBeGreaterThan((await detail(low.bytes)) * 1.2);
  });

  it("letters what the prompt wants to be read", async () => {
    const white = (picture: Picture) =>
      shareOf(picture, ([red, green, blue]) => Math.min(red, green, blue) > 235, UPPER);
    const [plain, titled] = await Promise.all([
      pictureOf("a poster of hills at night"),
      pictureOf('a poster of hills at night with the title "HELLO"'),
    ]);
    expect(white(titled)).toBeGreaterThan(white(plain) + 0.03);
  });

  it("leaves the ground truly transparent", async () => {
    const result = await paintSmall("a robot", { background: "transparent" });
    expect(result.background).toBe("transparent");
    const picture = await decode(result.bytes);
    const corners = pixelsIn(picture, { left: 0, top: 0, right: 0.08, bottom: 0.08 });
    expect(corners.every(([, , , alpha]) => alpha === 0)).toBe(true);
    expect(shareOf(picture, ([, , , alpha]) => alpha === 255)).toBeGreaterThan(0.1);
    expect(shareOf(picture, ([, , , alpha]) => alpha > 0 && alpha < 255)).toBeGreaterThan(0.002);
    expect((await paintSmall("a robot sticker, transparent background")).background).toBe("transparent");
    expect((await paintSmall("a robot", { background: "transparent", format: "jpeg" })).background).toBe("opaque");
    expect((await sharp((await paintSmall("a robot")).bytes).metadata()).hasAlpha).toBe(false);
  });

  it.each(["png", "jpeg", "webp"] as const)("writes %s of the exact size, in sRGB, signed", async (format) => {
    const { bytes } = await paintSmall("ein Haus — “A & B” <c>", {
      format,
      size: { width: 201, height: 119 },
      model: "image-model-c",
    });
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ format, width: 201, height: 119, space: "srgb" });
    expect(metadata.icc?.length).toBeGreaterThan(100);
    const text = Buffer.from(bytes).toString("latin1");
    const xmp = metadata.xmp?.toString("utf8") ?? "";
    expect(metadata.exif?.toString("latin1")).toContain("Parlance sandbox painter");
    expect(xmp).toContain("algorithmicMedia");
    expect(xmp).toContain("image-model-c");
    expect(xmp).toContain("“A &amp; B” &lt;c>");
    // Plain text that any tool finds without knowing the format.
    expect(text).toContain("Parlance sandbox painter");
  });

  it.each(["jpeg", "webp"] as const)("compresses %s by `compression`", async (format) => {
    const [small, large] = await Promise.all([
      paintSmall("hills", { format, compression: 10 }),
      paintSmall("hills", { format, compression: 95 }),
    ]);
    expect(small.bytes.length).toBeLessThan(large.bytes.length * 0.6);
    await expect(paintSmall("hills", { format, compression: 0 })).resolves.toMatchObject({ format });
  });

  it("shows passes that come nearer to the picture", async () => {
    const passes: PaintPass[] = [];
    const result = await paintSmall(
      "a castle on a hill at sunset",
      { passes: 3, format: "webp" },
      { onPass: (pass) => passes.push(pass) },
    );
    expect(passes.map(({ index, width, height, format }) => [index, width, height, format])).toEqual(
      [0, 1, 2].map((index) => [index, SIZE, SIZE, "webp"]),
    );
    const picture = await decode(result.bytes);
    const errors = await Promise.all(passes.map(async ({ bytes }) => difference(await decode(bytes), picture)));
    expect(errors[0]).toBeGreaterThan(errors[1] ?? 0);
    expect(errors[1]).toBeGreaterThan(errors[2] ?? 0);
    expect(errors[2]).toBeGreaterThan(0.3);
  });

  it.each(["watercolour", "oil painting", "pixel art", "low poly", "line drawing", "isometric", "logo", "pattern"])(
    "paints in the manner of %s",
    async (manner) => {
      const [plain, styled] = await Promise.all([pictureOf("a fox"), pictureOf(`${manner} of a fox`)]);
      expect(difference(plain, styled)).toBeGreaterThan(5);
    },
  );

  it("refuses requests past its queue with a 503 that says when to retry", async () => {
    const tiny = { size: { width: 16, height: 16 } };
    const all = await Promise.allSettled(Array.from({ length: 100 }, () => paintSmall("a hill", tiny)));
    const refused = all.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(40);
    for (const error of refused) expect(error).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  });

  it("counts the bytes of the images that wait", async () => {
    const image = (await paintSmall("a hill")).bytes;
    const bytes = 200 * 1024 * 1024;
    const input = { bytes, load: async () => ({ sources: [image] }) };
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => paint(requestFor("make it blue"), { input })));
    // Two are at work at most, and one fits the queue.
    const painted = all.filter(({ status }) => status === "fulfilled");
    expect(painted.length).toBeGreaterThan(0);
    expect(painted.length).toBeLessThan(4);
  });
});
