/** Writes conversations and presets as an export file: JSON that `import-file.ts` reads back. */

import { withoutBytes } from "#lib/playground/conversation/transcript.ts";
import { toDataUrl } from "#lib/playground/files/attachments.ts";
import { readBase64 } from "#lib/playground/files/decode-and-save.ts";
import { referencedFiles } from "#lib/playground/files/referenced-files.ts";
import type { ChatSession, SavedPreset } from "#lib/playground/history/history.ts";

export const EXPORT_FORMAT = "parlance";
/** Version of the format. Readers refuse newer ones; raised by changes that older readers would misread. */
export const EXPORT_VERSION = 1;

export type ExportFile = {
  format: typeof EXPORT_FORMAT;
  version: number;
  exportedAt: string;
  conversations: ChatSession[];
  presets: Omit<SavedPreset, "id">[];
  /** Attachments and files of responses by their SHA-256. */
  files?: { [sha256: string]: ExportedFile };
};

/** A file as base64, or by its path in a ZIP. */
export type ExportedFile = { type: string; data: string } | { type: string; path: string };

/**
 * @param loadBlob returns the bytes of a file; absent when files are omitted
 * @param files that are beside it in the ZIP
 */
export async function writeExportFile({
  conversations,
  presets = [],
  loadBlob,
  files: beside = {},
}: {
  conversations: readonly ChatSession[];
  presets?: readonly SavedPreset[];
  loadBlob?: (sha256: string, session: ChatSession) => Promise<Blob | undefined>;
  files?: ExportFile["files"];
}): Promise<string> {
  const files: ExportFile["files"] = { ...beside };
  for (const session of loadBlob ? conversations : []) {
    for (const sha256 of referencedFiles(session.transcript)) {
      const bytes = files[sha256] ? undefined : await loadBlob?.(sha256, session);
      if (bytes) files[sha256] = { type: bytes.type, data: readBase64(await toDataUrl(bytes)) };
    }
  }
  const file: ExportFile = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    exportedAt: new Date().toISOString(),
    conversations: conversations.map((session) => ({ ...session, transcript: withoutBytes(session.transcript) })),
    presets: presets.map(({ id: _own, ...preset }) => preset),
    ...(Object.keys(files).length > 0 ? { files } : {}),
  };
  return JSON.stringify(file, null, 2);
}
