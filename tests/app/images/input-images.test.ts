import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { findMaskProblem, findSourceProblem } from "#lib/playground/images/input-images.ts";
import { readOrientation } from "#lib/playground/images/read-input-image.ts";

const source = { sha256: "a", name: "cat.png", mediaType: "image/png", size: 1000, width: 512, height: 512 };

describe("the orientation in a photograph", () => {
  test.each([1, 3, 6, 8])("reads EXIF orientation %i", async (orientation) => {
    const picture = sharp({ create: { width: 4, height: 2, channels: 3, background: "red" } });
    const bytes = await picture.withMetadata({ orientation }).jpeg().toBuffer();
    expect(readOrientation(new Uint8Array(bytes))).toBe(orientation);
  });

  test("is upright without an orientation, or when the file is truncated", async () => {
    const bytes = await sharp({ create: { width: 4, height: 2, channels: 3, background: "red" } })
      .jpeg()
      .toBuffer();
    expect(readOrientation(new Uint8Array(bytes))).toBe(1);
    for (let length = 0; length < 40; length++)
      expect(readOrientation(new Uint8Array(bytes.subarray(0, length)))).toBe(1);
  });
});

describe("what models say to sources", () => {
  test.each([
    ["image-model-c", [source], "can’t edit images"],
    ["image-model-b", [source, { ...source, sha256: "b" }], "takes one input image, not 2"],
    ["image-model-b", [{ ...source, mediaType: "image/jpeg" }], "takes png, not jpeg"],
    ["image-model-b", [{ ...source, width: 400 }], "takes square images, this one is 400 × 512"],
    ["image-model-b", [{ ...source, size: 5_000_000 }], "under 4 MB"],
  ])("%s refuses %j", (model, sources, words) => {
    expect(findSourceProblem(sources, model)).toContain(words);
  });

  test("accepts valid input images, none, and any for unknown models", () => {
    expect(findSourceProblem([source], "image-model-b")).toBeUndefined();
    expect(findSourceProblem([], "image-model-c")).toBeUndefined();
    expect(findSourceProblem(Array(16).fill(source), "image-model-a")).toBeUndefined();
    expect(findSourceProblem([{ ...source, mediaType: "image/tiff" }], "far/painter")).toBeUndefined();
    expect(findMaskProblem("image-model-a")).toBeUndefined();
  });
});
