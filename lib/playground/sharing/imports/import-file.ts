/** Reads a file of `export-file.ts`, and names everything that is wrong in it. */

import { fields, fieldsList, number, string } from "#lib/playground/dialects/json-fields.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import { TEXT_DIALECTS } from "#lib/playground/dialects/text-dialects.ts";
import { hashBlob } from "#lib/playground/files/attachments.ts";
import { decodeBase64 } from "#lib/playground/files/decode-base64.ts";
import type { ChatSession, SavedPreset } from "#lib/playground/history/history.ts";
import { newId } from "#lib/playground/history/new-id.ts";
import { EXPORT_FORMAT, EXPORT_VERSION } from "../exports/export-file.ts";
import type { ImportedFile } from "../exports/settle-files.ts";
import { readSession } from "./read-session.ts";
import { readSettings } from "./read-settings.ts";
import type { ZipFiles } from "./read-zip.ts";

export type Imported = {
  /** Conversations of any page. */
  conversations: ChatSession[];
  presets: SavedPreset[];
  files: ImportedFile[];
  /** Sentences on what was dropped or cannot be stored, and why. */
  problems: string[];
};

export const isExportFile = (value: unknown): boolean => fields(value)?.format === EXPORT_FORMAT;

/**
 * @param zipped the files of the ZIP that contained it
 * @throws Error, with a message for the screen, when nothing in it can be read
 */
export async function readExportFile(value: unknown, zipped?: ZipFiles): Promise<Imported> {
  const file = fields(value) ?? {};
  const version = number(file.version);
  if (version === undefined) throw new Error("The file names no format version.");
  if (version > EXPORT_VERSION) {
    throw new Error(`The file has format version ${version}; this gateway reads up to ${EXPORT_VERSION}.`);
  }
  const problems: string[] = [];
  const conversations = fieldsList(file.conversations).flatMap((raw, index): ChatSession[] => {
    const name = string(raw.title) || `Conversation ${index + 1}`;
    try {
      const { session, problems: found } = readSession(raw, findDialect(raw.page));
      problems.push(...found.map((problem) => `${name}: ${problem}`));
      return [session];
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : "It cannot be read."}`);
      return [];
    }
  });
  const presets = fieldsList(file.presets).flatMap((raw): SavedPreset[] => {
    const name = string(raw.name);
    try {
      const dialect = findDialect(raw.page);
      const { settings, problems: found } = readSettings(raw.settings, dialect);
      problems.push(...found.map((problem) => `Preset ${name}: ${problem}`));
      const updatedAt = number(raw.updatedAt) ?? Date.now();
      return name === "" ? [] : [{ id: newId(), page: dialect.page, name, settings, updatedAt }];
    } catch (error) {
      problems.push(`Preset ${name}: ${error instanceof Error ? error.message : "It cannot be read."}`);
      return [];
    }
  });
  return { conversations, presets, files: await readFiles(file.files, { zipped, problems }), problems };
}

function findDialect(page: unknown): TextDialect {
  const dialect = Object.values(TEXT_DIALECTS).find((candidate) => candidate.page === page);
  if (!dialect) throw new Error(`There is no page “${String(page)}” for it.`);
  return dialect;
}

async function readFiles(
  given: unknown,
  { zipped, problems }: { zipped?: ZipFiles; problems: string[] },
): Promise<ImportedFile[]> {
  const files: ImportedFile[] = [];
  for (const [sha256, raw] of Object.entries(fields(given) ?? {})) {
    const { type, data, path } = fields(raw) ?? {};
    const found = zipped?.get(string(path));
    try {
      const bytes = found ? new Blob([found], { type: string(type) }) : decodeBase64(string(data), string(type));
      // Otherwise a file could replace the bytes that a conversation here refers to.
      if ((await hashBlob(bytes)) !== sha256) throw new Error("Its content doesn’t match its hash.");
      files.push({ sha256, bytes });
    } catch {
      problems.push(`The file ${sha256.slice(0, 8)}… cannot be read.`);
    }
  }
  return files;
}
