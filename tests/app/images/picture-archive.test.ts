/** Pictures saved as a ZIP and read back, as it is and damaged. */
import { unzipSync, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { listArchive } from "#app/(playground)/images/_model/picture-archive.ts";
import { readPictureArchive } from "#app/(playground)/images/_model/read-picture-archive.ts";
import { hashBlob } from "#lib/playground/files/attachments.ts";
import type { ImageJob } from "#lib/playground/images/image-job.ts";
import { writeZip } from "#lib/playground/sharing/exports/write-zip.ts";

const picture = new Blob([new Uint8Array(3_000_000).map((_, index) => index * 31)], { type: "image/png" });
const source = new Blob(["source"], { type: "image/jpeg" });

async function archiveOf(changes: Partial<ImageJob> = {}) {
  const [sha256, sourceHash] = await Promise.all([hashBlob(picture), hashBlob(source)]);
  const blobs = new Map([
    [sha256, picture],
    [sourceHash, source],
  ]);
  const job: ImageJob = {
    id: "1",
    createdAt: 1_700_000_000_000,
    request: {
      model: "image-model-a",
      prompt: "Ein Leuchtturm über dem Meer, weit draußen und sehr klein",
      values: { size: "1024x1024", n: 1 },
      sources: [{ sha256: sourceHash, name: "sea", mediaType: "image/jpeg", size: 6, width: 1, height: 1 }],
    },
    state: "complete",
    images: [{ sha256, thumbnail: "t", mediaType: "image/png", size: picture.size, width: 8, height: 8 }],
    facts: { quality: "low" },
    usage: { inputTokens: 3, outputTokens: 4 },
    timings: { end: 900 },
    route: { dropped: [], upstream: "sandbox" },
    ...changes,
  };
  const again = { ...job, id: "2" };
  const writeMask = async ({ mask }: ImageJob["request"]) => mask && new Blob(["mask"], { type: "image/png" });
  return {
    job,
    zip: await writeZip(listArchive([job, again], { loadBlob: async (hash) => blobs.get(hash), writeMask })),
  };
}

describe("an archive of pictures", () => {
  test("has each file once, pictures as they are, and a manifest that says what they were asked for", async () => {
    const { zip } = await archiveOf();
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.keys(files)).toEqual([
      "pictures/001-ein-leuchtturm-über-dem-meer-weit-draußen-1.png",
      "sources/001-1.jpg",
      "manifest.json",
    ]);
    expect(zip.size).toBeGreaterThan(picture.size);
    const manifest = JSON.parse(new TextDecoder().decode(files["manifest.json"]));
    expect(manifest.requests[0]).toMatchObject({
      model: "image-model-a",
      parameters: { size: "1024x1024", n: 1 },
      usage: { inputTokens: 3, outputTokens: 4 },
      images: [{ file: Object.keys(files)[0] }],
    });
    expect(JSON.stringify(manifest)).not.toContain("thumbnail");
  });

  test("is read back as it was", async () => {
    const { job, zip } = await archiveOf();
    const { jobs, files, problems } = await readPictureArchive(zip);
    const [{ thumbnail: _small, ...image } = { thumbnail: "" }] = job.images;
    expect(jobs[0]).toEqual({ ...job, images: [image] });
    expect(problems).toEqual([]);
    expect(files.map(({ bytes }) => [bytes.type, bytes.size])).toEqual([
      ["image/png", picture.size],
      ["image/jpeg", 6],
    ]);
  });

  test("whose picture has been changed, or had a mask, says so", async () => {
    const { zip } = await archiveOf({
      request: {
        ...(await archiveOf()).job.request,
        mask: { width: 1, height: 1, strokes: [], position: 1, feather: 0 },
      },
    });
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.keys(files)).toEqual(expect.arrayContaining(["sources/001-mask.png", "sources/002-mask.png"]));
    const manifest = JSON.parse(new TextDecoder().decode(files["manifest.json"]));
    expect(manifest.requests[1]).toMatchObject({ masked: true, mask: "sources/002-mask.png" });
    files["sources/001-1.jpg"] = new TextEncoder().encode("changed");
    const { problems, files: read } = await readPictureArchive(new Blob([new Uint8Array(zipSync(files))]));
    expect(read).toHaveLength(1);
    expect(problems).toEqual([
      "sources/001-1.jpg is missing or damaged.",
      "2 edits had a mask, which was not imported. Without it, the whole image may change. Upload its PNG from the ZIP in the mask editor.",
    ]);
  });

  test("that is none is refused in words", async () => {
    await expect(readPictureArchive(new Blob(["no zip"]))).rejects.toThrow("not a ZIP file");
    const empty = new Blob([new Uint8Array(zipSync({ "a.txt": new Uint8Array([1]) }))]);
    await expect(readPictureArchive(empty)).rejects.toThrow("It has no manifest.json");
    const newer = JSON.stringify({ format: "parlance-images", version: 9 });
    const zipped = zipSync({ "manifest.json": new TextEncoder().encode(newer) });
    await expect(readPictureArchive(new Blob([new Uint8Array(zipped)]))).rejects.toThrow("version 9");
  });
});
