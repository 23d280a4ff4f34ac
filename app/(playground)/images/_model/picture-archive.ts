/** Writes images of the images page with their requests as the files of a ZIP. */

import type { Attachment } from "#lib/playground/conversation/transcript.ts";
import type { ImageJob, JobImage } from "#lib/playground/images/image-job.ts";
import { makeFileName } from "#lib/playground/sharing/exports/file-name.ts";
import type { ZipEntry } from "#lib/playground/sharing/exports/write-zip.ts";

export const ARCHIVE_FORMAT = "parlance-images";
/** Version of the format. Readers refuse newer ones; raise it for changes that older readers would misread. */
export const ARCHIVE_VERSION = 1;
export const MANIFEST = "manifest.json";

/** `file`: path in the ZIP; absent when the bytes are no longer stored. */
type Filed<Entry> = Entry & { file?: string };

export type ArchivedJob = Pick<
  ImageJob,
  "id" | "createdAt" | "state" | "usage" | "facts" | "timings" | "route" | "failure" | "pinned"
> & {
  model: string;
  prompt: string;
  parameters: ImageJob["request"]["values"];
  sources: Filed<Attachment>[];
  /** Marks an edit that had a mask; its strokes are not exported. */
  masked?: true;
  /** Path of the mask as the PNG that was sent. */
  mask?: string;
  images: Filed<Omit<JobImage, "thumbnail">>[];
};

export type PictureManifest = {
  format: typeof ARCHIVE_FORMAT;
  version: number;
  exportedAt: string;
  requests: ArchivedJob[];
};

export async function* listArchive(
  jobs: readonly ImageJob[],
  {
    loadBlob,
    writeMask,
  }: {
    /** Loads the bytes of an image; undefined when they are no longer stored. */
    loadBlob: (sha256: string) => Promise<Blob | undefined>;
    /** Writes the mask of a request as it is sent; undefined when there is none. */
    writeMask: (request: ImageJob["request"]) => Promise<Blob | undefined>;
  },
): AsyncGenerator<ZipEntry> {
  const requests: ArchivedJob[] = [];
  /** Paths by hash, so that an image that is also a source of another is stored once. */
  const paths = new Map<string, string>();

  /** Yields the file unless it was already added; returns its path. */
  async function* addFile(
    { sha256, mediaType }: { sha256?: string; mediaType: string },
    name: string,
    modifiedAt: number,
  ): AsyncGenerator<ZipEntry, string | undefined> {
    if (sha256 === undefined) return undefined;
    const known = paths.get(sha256);
    const bytes = known ? undefined : await loadBlob(sha256);
    if (!bytes) return known;
    const path = `${name}.${mediaType.replace(/^image\//, "").replace("jpeg", "jpg")}`;
    paths.set(sha256, path);
    yield { path, bytes, modifiedAt };
    return path;
  }

  for (const [index, job] of jobs.entries()) {
    const { request, images, ...rest } = job;
    const number = String(index + 1).padStart(3, "0");
    const words = makeFileName(request.prompt, "")
      .slice(0, 41)
      .replace(/[-.]+$/, "");
    const filed: ArchivedJob["images"] = [];
    for (const [place, { thumbnail: _small, ...image }] of images.entries()) {
      const file = yield* addFile(image, `pictures/${number}-${words}-${place + 1}`, job.createdAt);
      filed.push({ ...image, ...(file ? { file } : {}) });
    }
    const sources: ArchivedJob["sources"] = [];
    for (const [place, source] of request.sources.entries()) {
      const file = yield* addFile(source, `sources/${number}-${place + 1}`, job.createdAt);
      sources.push({ ...source, ...(file ? { file } : {}) });
    }
    // A mask that cannot be drawn must not prevent the export of the images.
    const mask = await writeMask(request).catch(() => undefined);
    const maskFile = `sources/${number}-mask.png`;
    if (mask) yield { path: maskFile, bytes: mask, modifiedAt: job.createdAt };
    const { id, createdAt, state, usage, facts, timings, route, failure, pinned } = rest;
    requests.push({
      ...{ id, createdAt, state, model: request.model, prompt: request.prompt, parameters: request.values },
      sources,
      ...(request.mask ? { masked: true } : {}),
      ...(mask ? { mask: maskFile } : {}),
      images: filed,
      ...{ usage, facts, timings, route, failure, pinned },
    });
  }
  const manifest: PictureManifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    exportedAt: new Date().toISOString(),
    requests,
  };
  yield { path: MANIFEST, bytes: new Blob([JSON.stringify(manifest, null, 2)], { type: "application/json" }) };
}
