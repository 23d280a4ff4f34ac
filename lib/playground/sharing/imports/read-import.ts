/** Imports a file, recognised by its content: one of our exports, an HTTP archive, or a request body. */

import { fields } from "#lib/playground/dialects/json-fields.ts";
import type { TextPage } from "#lib/playground/history/history.ts";
import { settleFiles } from "../exports/settle-files.ts";
import { type Imported, isExportFile, readExportFile } from "./import-file.ts";
import { makeSession } from "./make-session.ts";
import { detectPage, readBody } from "./read-body.ts";
import { isHar, readHar } from "./read-har.ts";

/** Returns true for content that can be imported; cheap enough for every dropped file. */
export function canImport(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isExportFile(value) || isHar(value) || detectPage(fields(value) ?? {}) !== undefined;
  } catch {
    return false;
  }
}

/**
 * @param page of the import: it decides when more than one API would accept a body
 * @throws Error, with a message for the screen, when nothing can be imported
 */
export async function readImport(text: string, page: TextPage): Promise<Imported> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`It is not valid JSON: ${error instanceof Error ? error.message : "it cannot be read"}.`);
  }
  if (isExportFile(value)) return readExportFile(value);
  if (isHar(value)) return readHar(value);
  const body = fields(value) ?? {};
  const bodyPage = detectPage(body, page);
  if (!bodyPage) {
    throw new Error("It is not a Parlance export, a HAR file or a chat request.");
  }
  const read = await readBody(bodyPage, body);
  const { turns, files } = await settleFiles(read);
  const session = makeSession({ page: bodyPage, settings: read.settings, turns });
  return { conversations: [session], presets: [], files, problems: read.notes };
}
