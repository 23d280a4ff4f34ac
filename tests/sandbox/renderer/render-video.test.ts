import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, describe, expect, it, vi } from "vitest";
import { renderVideo, type VideoRequest } from "#lib/sandbox/renderer/render-video.ts";
import {
  brightness,
  difference,
  FRAMES,
  framesOf,
  inspect,
  newFile,
  renderSmall,
  SMALL,
  scratch,
} from "./rendering.ts";

// The renderer gives way to all else that the machine does, so on a busy one it takes its time.
vi.setConfig({ testTimeout: 90_000 });

afterAll(() => rm(scratch, { recursive: true, force: true }));

/** A picture with a gradient and a disc, so that a shift or another scale would show. */
async function picture(format: "png" | "jpeg" = "png", { width, height }: { width: number; height: number } = SMALL) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g"><stop offset="0" stop-color="#204080"/><stop offset="1" stop-color="#e0c060"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="${width * 0.3}" cy="${height * 0.4}" r="${height * 0.2}" fill="#c03030"/></svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).toFormat(format).toBuffer());
}

async function asFrame(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { rgba: new Uint8Array(data), width: info.width, height: info.height };
}

describe("the sandbox's videos", () => {
  it("are H.264 in an MP4 of the asked size and length, index first, signed", async () => {
    const file = await renderSmall("a sailing boat at sunset", { width: 96, height: 160, seconds: 1.5, seed: 42 });
    const { codec, width, height, duration, packets, tags } = await inspect(file);
    expect({ codec, width, height }).toEqual({ codec: "avc", width: 96, height: 160 });
    expect(duration).toBeCloseTo(1.5, 5);
    expect(packets.map(({ timestamp }) => Math.round(timestamp * 24))).toEqual([...Array(36).keys()]);
    expect(packets[0]?.isKey).toBe(true);
    expect(tags.title).toBe("a sailing boat at sunset");
    expect(tags.comment).toMatch(/Parlance's sandbox.*a sailing boat at sunset.*seed: 42/);
    const bytes = (await readFile(file)).toString("latin1");
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
    expect(bytes).toContain("Parlance sandbox renderer");
  });

  it("are what ffprobe says they are", async (context) => {
    const file = await renderSmall("hills by day");
    const entries = "stream=codec_name,pix_fmt,width,height,nb_read_frames,avg_frame_rate:format=duration";
    const probe = spawnSync(
      "ffprobe",
      ["-v", "error", "-count_frames", "-show_entries", entries, "-of", "json", file],
      { encoding: "utf8" },
    );
    if (probe.error) context.skip("no ffprobe here");
    expect(probe.stderr).toBe("");
    const { streams, format } = JSON.parse(probe.stdout);
    expect(streams).toEqual([
      expect.objectContaining({
        codec_name: "h264",
        pix_fmt: "yuv420p",
        width: SMALL.width,
        height: SMALL.height,
        avg_frame_rate: "24/1",
        nb_read_frames: String(FRAMES),
      }),
    ]);
    expect(Number(format.duration)).toBeCloseTo(1, 2);
  });

  it("have the same frames for the same request, others for another seed or prompt", async () => {
    const sixFramesOf = async (prompt: string, changes?: Partial<VideoRequest>) =>
      framesOf(await renderSmall(prompt, changes), 6);
    const prompt = "a fox in the snow";
    // On a thread each.
    const [first, again] = await Promise.all([sixFramesOf(prompt), sixFramesOf(prompt)]);
    const otherSeed = await sixFramesOf(prompt, { seed: 2 });
    const otherPrompt = await sixFramesOf("a city at night");
    for (const [index, frame] of first.entries()) expect(difference(frame, again[index])).toBe(0);
    expect(difference(first[0], otherSeed[0])).toBeGreaterThan(4);
    expect(difference(first[0], otherPrompt[0])).toBeGreaterThan(10);
  });

  it.each([
    "a fox running through snow",
    "a sailing boat on the sea",
    "a calm lake, static camera",
    "rain over the hills, static camera",
    "fish underwater, static camera",
    "geometric shapes",
    "a cup of coffee on a table",
    "two astronauts in space",
  ])("move: %s", async (prompt) => {
    const frames = await framesOf(await renderSmall(prompt), 12);
    const steps = frames.slice(1).map((frame, index) => difference(frames[index], frame));
    expect(Math.max(...steps)).toBeGreaterThan(0.15);
    // Motion, not a cut.
    expect(Math.max(...steps)).toBeLessThan(30);
    expect(difference(frames[0], frames.at(-1))).toBeGreaterThan(0.8);
  });

  it("pan the way that the prompt says", async () => {
    const [left, right] = await Promise.all(
      ["left", "right"].map(async (side) =>
        framesOf(await renderSmall(`mountains by day, camera pans ${side}`, { seconds: 2 }), 8),
      ),
    );
    if (!left || !right) throw new Error("two videos were asked for");
    // The ends of the one are the starts of the other: both see the same stretch of land.
    expect(difference(left[0], right.at(-1))).toBeLessThan(difference(left[0], right[0]));
  });

  it("show nothing of what is said of the camera", async () => {
    const [plain, filmed] = await Promise.all(
      ["", ", the camera orbits, static camera"].map(async (words) => {
        const [frame] = await framesOf(await renderSmall(`a robot in a studio${words}`), 1);
        return frame;
      }),
    );
    if (!plain || !filmed) throw new Error("two videos were asked for");
    // A camera in the picture, or space around an orbit, would be dark.
    expect(brightness(filmed)).toBeGreaterThan(brightness(plain) * 0.75);
  });

  it("go from day to night", async () => {
    const frames = await framesOf(await renderSmall("a timelapse from day to night over hills", { seconds: 2 }), 8);
    const light = frames.map((frame) => brightness(frame));
    expect(light[0]).toBeGreaterThan((light.at(-1) ?? 0) * 2);
    const steps = light.slice(1).map((value, index) => (light[index] ?? 0) - value);
    expect(Math.max(...steps)).toBeLessThan(((light[0] ?? 0) - (light.at(-1) ?? 0)) * 0.5);
  });

  it("leave out what the negative prompt names", async () => {
    const prompt = "a big red balloon over hills by day, static camera";
    const [withIt, without] = await Promise.all([
      renderSmall(prompt),
      renderSmall(prompt, { negativePrompt: "balloons" }),
    ]);
    const redness = async (file: string) => {
      const [frame] = await framesOf(file, 1);
      if (!frame) throw new Error("a video has a frame");
      let count = 0;
      for (let at = 0; at < frame.rgba.length; at += 4)
        if ((frame.rgba[at] ?? 0) > 130 && (frame.rgba[at + 1] ?? 0) < 90) count += 1;
      return count;
    };
    expect(await redness(withIt)).toBeGreaterThan(60);
    expect(await redness(without)).toBeLessThan(10);
  });
});

describe("a video from a picture", () => {
  it.each(["png", "jpeg"] as const)("begins with exactly the picture and then moves (%s)", async (format) => {
    const image = await picture(format);
    const frames = await framesOf(await renderSmall("zoom in", { image }), 8);
    expect(difference(frames[0], await asFrame(image))).toBeLessThan(2.5);
    expect(difference(frames[0], frames.at(-1))).toBeGreaterThan(2);
  });

  it("cuts a picture of another shape to the size", async () => {
    const image = await picture("png", { width: 300, height: 300 });
    const expected = await sharp(image).resize(SMALL.width, SMALL.height, { fit: "cover" }).png().toBuffer();
    const [frame] = await framesOf(await renderSmall("", { image }), 1);
    expect(difference(frame, await asFrame(new Uint8Array(expected)))).toBeLessThan(2.5);
  });

  it("sets in the weather and the hour that the prompt names, after the first frame", async () => {
    const image = await picture();
    const frames = await framesOf(await renderSmall("day turns to night, it rains", { image, seconds: 2 }), 8);
    expect(difference(frames[0], await asFrame(image))).toBeLessThan(2.5);
    const [first, last] = [frames[0], frames.at(-1)];
    if (!first || !last) throw new Error("a video has frames");
    expect(brightness(last)).toBeLessThan(brightness(first) * 0.6);
  });

  it("ends with the last frame that is asked for", async () => {
    const [image, lastFrame] = await Promise.all([
      picture(),
      sharp(await picture())
        .flop()
        .negate({ alpha: false })
        .png()
        .toBuffer(),
    ]);
    const frames = await framesOf(await renderSmall("a dream", { image, lastFrame: new Uint8Array(lastFrame) }));
    expect(difference(frames[0], await asFrame(image))).toBeLessThan(2.5);
    expect(difference(frames.at(-1), await asFrame(new Uint8Array(lastFrame)))).toBeLessThan(3);
  });
});

describe("a remix", () => {
  const prompt = "a red sailboat on a lake with mountains by day";

  it("changes what it names and keeps the rest", async () => {
    const firstFrameOf = async (changes?: Partial<VideoRequest>) =>
      (await framesOf(await renderSmall(prompt, changes), 2))[0];
    const source = await firstFrameOf();
    const night = await firstFrameOf({ remix: { prompt: "make it night" } });
    const whale = await firstFrameOf({ remix: { prompt: "replace the sailboat with a duck" } });
    if (!source || !night || !whale) throw new Error("three videos were asked for");
    expect(brightness(night)).toBeLessThan(brightness(source) * 0.6);
    // Another subject in the same landscape: the sky above it has not changed, the water has.
    const rows = (frame: typeof source, from: number, to: number) => ({
      ...frame,
      rgba: frame.rgba.subarray(
        Math.floor(frame.height * from) * frame.width * 4,
        Math.floor(frame.height * to) * frame.width * 4,
      ),
    });
    expect(difference(rows(source, 0, 0.15), rows(whale, 0, 0.15))).toBeLessThan(1.5);
    expect(difference(rows(source, 0.4, 0.9), rows(whale, 0.4, 0.9))).toBeGreaterThan(1.5);
  });

  it("says so in the file", async () => {
    const { tags } = await inspect(await renderSmall(prompt, { remix: { prompt: "in the rain" } }));
    expect(tags.comment).toContain("remix: in the rain");
  });
});

describe("a rendering", () => {
  it("reports frames that are done, up to 100", async () => {
    const seen: number[] = [];
    await renderVideo(
      { prompt: "hills", seed: 1, ...SMALL },
      { file: newFile(), onProgress: (percent) => seen.push(percent) },
    );
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen[0]).toBeLessThan(10);
    expect(seen.at(-1)).toBe(100);
  });

  it("stops when it is cancelled, leaves no file, and the next one is whole", async () => {
    const file = newFile();
    const controller = new AbortController();
    const reason = new Error("cancelled");
    const seen: number[] = [];
    const long = renderVideo(
      { prompt: "hills", seed: 1, ...SMALL, seconds: 12 },
      {
        file,
        signal: controller.signal,
        onProgress(percent) {
          seen.push(percent);
          if (percent >= 2) controller.abort(reason);
        },
      },
    );
    const inLine = renderSmall("a fox");
    await expect(long).rejects.toBe(reason);
    expect(existsSync(file)).toBe(false);
    expect((await inspect(await inLine)).packets).toHaveLength(FRAMES);
    expect(seen.at(-1)).toBeLessThan(50);
    expect(existsSync(file)).toBe(false);
  });

  it.each<[string, Partial<VideoRequest>]>([
    ["image", { image: new TextEncoder().encode("no image") }],
    ["lastFrame", { lastFrame: new Uint8Array([137, 80, 78, 71]) }],
    ["size", { width: 161 }],
    ["size", { height: 4000 }],
    ["seconds", { seconds: 0 }],
  ])("names what it cannot use: %s", async (field, changes) => {
    await expect(renderSmall("hills", changes)).rejects.toMatchObject({ status: 400, param: field });
  });
});
