/** Whatever can be imported, recognised by its content: a file of ours, an HTTP archive, or the body of a request. */

import { fields } from "#lib/playground/dialects/json-fields.ts";
import type { TextPage } from "#lib/playground/history/history.ts";
import { settleFiles } from "../exports/settle-files.ts";
import { type Imported, isExportFile, readExportFile } from "./import-file.ts";
import { makeSession } from "./make-session.ts";
import { pageOfBody, readBody } from "./read-body.ts";
import { isHar, readHar } from "./read-har.ts";

/** Cheap enough to ask of every file that is dropped. */
export function canImport(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isExportFile(value) || isHar(value) || pageOfBody(fields(value) ?? {}) !== undefined;
  } catch {
    return false;
  }
}

/**
 * @param page on which it is imported: it decides where more than one convention would take a body
 * @throws Error, with words for the screen, when nothing can be made of it
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
  const bodyPage = pageOfBody(body, page);
  if (!bodyPage) {
    throw new Error("It is neither a file of this playground, an HTTP archive, nor a request of a text page.");
  }
  const read = await readBody(bodyPage, body);
  const { turns, files } = await settleFiles(read);
  const session = makeSession({ page: bodyPage, settings: read.settings, turns });
  return { conversations: [session], presets: [], files, problems: read.notes };
}
