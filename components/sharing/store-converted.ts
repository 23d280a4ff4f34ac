import type { Chat } from "#lib/playground/chat/chat.ts";
import type { ConvertedConversation } from "#lib/playground/conversion/convert-conversation.ts";
import { referencedFiles } from "#lib/playground/files/referenced-files.ts";
import type { ImportedFile } from "#lib/playground/sharing/exports/settle-files.ts";
import { storeImport } from "#lib/playground/sharing/imports/store-import.ts";

/**
 * Stores a converted conversation with its files, and returns its address.
 * @param chat page of the original, which has the files
 * @throws Error when the browser refuses to store it
 */
export async function storeConverted(chat: Chat, { session }: ConvertedConversation): Promise<string> {
  const files: ImportedFile[] = [];
  for (const sha256 of referencedFiles(session.transcript)) {
    const bytes = await chat.loadAttachment(sha256);
    if (bytes) files.push({ sha256, bytes });
  }
  await storeImport({ conversations: [session], presets: [], files, problems: [] });
  return `/${session.page}?session=${session.id}`;
}
