import { rm } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, describe, expect, it, vi } from "vitest";
import { createVideoStills } from "#lib/video/create-video-stills.ts";
import { difference, framesOf, renderSmall, scratch } from "../sandbox/renderer/rendering.ts";

// The workers give way to all else that the machine does, so on a busy one they take their time.
vi.setConfig({ testTimeout: 90_000 });

afterAll(() => rm(scratch, { recursive: true, force: true }));

async function asFrame(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { rgba: new Uint8Array(data), width: info.width, height: info.height };
}

describe("stills", () => {
  it("are a thumbnail and a sheet of 25 frames", async () => {
    const file = await renderSmall("a fox running through snow", { width: 320, height: 192 });
    const { thumbnail, spritesheet } = await createVideoStills(file);
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: "webp", width: 320, height: 192 });
    expect(await sharp(spritesheet).metadata()).toMatchObject({ format: "jpeg", width: 400, height: 240 });
    const cell = async (column: number, row: number) =>
      asFrame(
        await sharp(spritesheet)
          .extract({ left: column * 80, top: row * 48, width: 80, height: 48 })
          .png()
          .toBuffer(),
      );
    const [first] = await framesOf(file, 1);
    if (!first) throw new Error("a video has a frame");
    const small = await sharp(first.rgba, { raw: { width: 320, height: 192, channels: 4 } })
      .resize(80, 48)
      .png()
      .toBuffer();
    expect(difference(await cell(0, 0), await asFrame(small))).toBeLessThan(6);
    expect(difference(await cell(0, 0), await cell(4, 4))).toBeGreaterThan(1);
  });

  it.each([
    ["text", "package.json"],
    ["nothing", "no-such-file.mp4"],
  ])("of %s are refused with the reason", async (_, file) => {
    await expect(createVideoStills(file)).rejects.toMatchObject({
      status: 400,
      param: "file",
      message: expect.stringContaining("MP4"),
    });
  });

  it("stop when they are cancelled", async () => {
    const reason = new Error("cancelled");
    await expect(createVideoStills("any.mp4", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
