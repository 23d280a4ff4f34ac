/** Saves images and requests of the images page as downloads, and reads them back. */

import type { Images } from "#app/(playground)/images/_model/images.ts";
import { listArchive } from "#app/(playground)/images/_model/picture-archive.ts";
import { readPictureArchive as readArchive } from "#app/(playground)/images/_model/read-picture-archive.ts";
import type { ReadArchive } from "#components/media-page/media-import-dialog.tsx";
import { downloadBlob } from "#components/ui/save-image.ts";
import { showToast } from "#components/ui/toast.tsx";
import { toDataUrl } from "#lib/playground/files/attachments.ts";
import { readBase64 } from "#lib/playground/files/decode-and-save.ts";
import { getOperation, type ImageJob } from "#lib/playground/images/image-job.ts";
import { makeFileName } from "#lib/playground/sharing/exports/file-name.ts";
import { type HarField, writeHar } from "#lib/playground/sharing/exports/write-har.ts";
import { writeZip } from "#lib/playground/sharing/exports/write-zip.ts";
import { restoreRecord } from "#lib/playground/sharing/imports/restore-files.ts";

/** Saves the selected request with its images and sources. */
export async function saveSelected(images: Images): Promise<void> {
  const job = shownJob(images);
  if (job) await saveZip(images, [job], makeFileName(job.request.prompt, "zip"));
}

export async function saveAll(images: Images): Promise<void> {
  const jobs = images.store.get().jobs.filter(({ state }) => state !== "running");
  await saveZip(images, jobs, `parlance-images-${new Date().toISOString().slice(0, 10)}.zip`);
}

/** Saves the selected request as a HAR file, with whole images as far as they are stored. */
export async function saveHar(images: Images): Promise<void> {
  const job = shownJob(images);
  const trace = job && (await images.loadTrace(job.id));
  if (!trace) {
    showToast({ title: "No trace for this request", detail: "Removed images have no trace." });
    return;
  }
  const record = await restoreRecord(trace, async () => {
    const stored: string[] = [];
    for (const { sha256 } of job.images) {
      const bytes = sha256 && (await images.loadBlob(sha256));
      if (bytes) stored.push(readBase64(await toDataUrl(bytes)));
    }
    return stored;
  });
  const form = getOperation(job.request) === "edit" ? await listForm(images, job) : undefined;
  const { prompt } = job.request;
  const text = writeHar({
    title: prompt,
    records: [{ ...record, ...(form ? { form } : {}) }],
    origin: location.origin,
  });
  downloadBlob(new Blob([text], { type: "application/json" }), makeFileName(prompt, "har"));
}

/**
 * Returns the form fields of an edit with its files, or undefined when a file is no longer stored: the HAR then has the
 * body as shown.
 */
async function listForm(images: Images, { request }: ImageJob): Promise<HarField[] | undefined> {
  const { body } = await images.buildRequest(request).catch(() => ({ body: "" }));
  if (typeof body === "string") return undefined;
  const fields: HarField[] = [];
  for (const [name, value] of body) {
    if (typeof value === "string") fields.push({ name, value });
    else {
      const base64 = readBase64(await toDataUrl(value));
      fields.push({ name, value: base64, fileName: value.name, contentType: value.type, comment: "base64" });
    }
  }
  return fields;
}

async function saveZip(images: Images, jobs: readonly ImageJob[], name: string): Promise<void> {
  try {
    downloadBlob(await writeZip(listArchive(jobs, images)), name);
  } catch (error) {
    const detail = error instanceof Error ? error.message : "The browser’s storage is full.";
    showToast({ title: "Couldn’t write the file", detail, kind: "error" });
  }
}

export async function readPictureArchive(file: File, images: Images): Promise<ReadArchive> {
  const { jobs, files, problems } = await readArchive(file);
  const known = new Set(images.store.get().jobs.map(({ id }) => id));
  const fresh = jobs.filter(({ id }) => !known.has(id));
  return {
    titles: fresh.map(({ request }) => request.prompt),
    problems,
    keep: () => images.adopt(fresh, files),
  };
}

function shownJob({ store }: Images): ImageJob | undefined {
  const { jobs, selected } = store.get();
  return jobs.find(({ id }) => id === selected);
}
