/** Reads a ZIP of `picture-archive.ts` and reports every problem in it. */

import { type Fields, fields, fieldsList, number, string } from "#lib/playground/dialects/json-fields.ts";
import { hashBlob } from "#lib/playground/files/attachments.ts";
import { newId } from "#lib/playground/history/new-id.ts";
import type { ImageJob, JobImage } from "#lib/playground/images/image-job.ts";
import type { ParameterValues } from "#lib/playground/parameters/parameter-definition.ts";
import type { ImportedFile } from "#lib/playground/sharing/exports/settle-files.ts";
import { readAttachment } from "#lib/playground/sharing/imports/read-turn.ts";
import { readZip, readZippedJson, type ZipFiles } from "#lib/playground/sharing/imports/read-zip.ts";
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, MANIFEST } from "./picture-archive.ts";

export type ReadPictures = { jobs: ImageJob[]; files: ImportedFile[]; problems: string[] };

/** @throws Error with a message for the screen when nothing can be read */
export async function readPictureArchive(file: Blob): Promise<ReadPictures> {
  const zipped = await readZip(file);
  const manifest = fields(readZippedJson(zipped, MANIFEST)) ?? {};
  if (manifest.format !== ARCHIVE_FORMAT) throw new Error("This file was not saved by the Images page.");
  const version = number(manifest.version) ?? 0;
  if (version > ARCHIVE_VERSION) {
    throw new Error(`The file has version ${version} of the format; this gateway reads up to ${ARCHIVE_VERSION}.`);
  }
  const problems: string[] = [];
  const raw = fieldsList(manifest.requests);
  const jobs = raw.map(readJob);
  const files = await readFiles(zipped, raw, problems);
  const masked = raw.filter((entry) => entry.masked === true);
  if (masked.length > 0) {
    const who = masked.length === 1 ? "An edit" : `${masked.length} edits`;
    const upload = masked.some(({ mask }) => string(mask) !== "")
      ? " Upload its PNG from the ZIP in the mask editor."
      : "";
    problems.push(`${who} had a mask, which was not imported. Without it, the whole image may change.${upload}`);
  }
  return { jobs, files, problems: [...new Set(problems)] };
}

function readJob(raw: Fields): ImageJob {
  const { state, failure } = raw;
  const { status, message, type, code, param } = fields(failure) ?? {};
  return {
    id: string(raw.id) || newId(),
    createdAt: number(raw.createdAt) ?? Date.now(),
    state: state === "complete" || state === "stopped" || state === "failed" ? state : "interrupted",
    request: {
      model: string(raw.model),
      prompt: string(raw.prompt),
      values: readValues(raw.parameters),
      sources: fieldsList(raw.sources).flatMap(readAttachment),
    },
    images: fieldsList(raw.images).map(readImage),
    facts: readTexts(raw.facts),
    timings: readNumbers(raw.timings),
    route: { dropped: [], ...readTexts(raw.route) },
    ...(raw.usage ? { usage: readNumbers(raw.usage) } : {}),
    ...(typeof message === "string"
      ? {
          failure: {
            origin: "response" as const,
            message,
            ...(typeof status === "number" ? { status } : {}),
            ...readTexts({ type, code, param }),
          },
        }
      : {}),
    ...(raw.pinned === true ? { pinned: true } : {}),
  };
}

function readImage(raw: Fields): JobImage {
  return {
    mediaType: string(raw.mediaType) || "image/png",
    size: number(raw.size) ?? 0,
    width: number(raw.width) || 1024,
    height: number(raw.height) || 1024,
    ...readTexts({ sha256: raw.sha256, revisedPrompt: raw.revisedPrompt }),
    ...(/^https?:/.test(string(raw.address)) ? { address: string(raw.address) } : {}),
  };
}

async function readFiles(zipped: ZipFiles, raw: readonly Fields[], problems: string[]): Promise<ImportedFile[]> {
  const files = new Map<string, ImportedFile>();
  const entries = raw.flatMap(({ images, sources }) => [...fieldsList(images), ...fieldsList(sources)]);
  for (const { sha256, file, mediaType } of entries) {
    const path = string(file);
    if (path === "" || files.has(string(sha256))) continue;
    const found = zipped.get(path);
    const bytes = found && new Blob([found], { type: string(mediaType) });
    // Otherwise a file could replace stored bytes with others.
    if (bytes && (await hashBlob(bytes)) === sha256) files.set(sha256, { sha256, bytes });
    else problems.push(`${path} is missing or damaged.`);
  }
  return [...files.values()];
}

function readValues(value: unknown): ParameterValues {
  const entries = Object.entries(fields(value) ?? {});
  const known = entries.filter((entry): entry is [string, string | number | boolean] =>
    ["string", "number", "boolean"].includes(typeof entry[1]),
  );
  return Object.fromEntries(known);
}

function readTexts(value: unknown): { [name: string]: string } {
  const entries = Object.entries(fields(value) ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function readNumbers(value: unknown): { [name: string]: number } {
  const entries = Object.entries(fields(value) ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
}
