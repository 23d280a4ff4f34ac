/** The open conversation, or all of a page's, as a file in the browser's downloads. */
import type { Chat } from "#lib/playground/chat.ts";
import type { ChatSession } from "#lib/playground/history.ts";
import { writeExportFile } from "#lib/playground/sharing/export-file.ts";
import { fileNameOf } from "#lib/playground/sharing/file-name.ts";
import { writeMarkdown } from "#lib/playground/sharing/write-markdown.ts";
import { visiblePath } from "#lib/playground/transcript.ts";
import { downloadBlob } from "../ui/save-image.ts";

export function saveMarkdown({ store, dialect }: Chat): void {
  const { title, settings, transcript } = store.get().session;
  const { systemLabel } = dialect;
  const text = writeMarkdown({ title, system: settings.system, systemLabel, turns: visiblePath(transcript) });
  downloadBlob(new Blob([text], { type: "text/markdown" }), fileNameOf(title, "md"));
}

/** With its files: what is imported elsewhere should be the whole conversation. */
export async function saveJson(chat: Chat): Promise<void> {
  const { session } = chat.store.get();
  await saveAsJson([session], fileNameOf(session.title, "json"), chat);
}

async function saveAsJson(conversations: readonly ChatSession[], name: string, chat: Chat): Promise<void> {
  const text = await writeExportFile({ conversations, loadBlob: chat.loadAttachment });
  downloadBlob(new Blob([text], { type: "application/json" }), name);
}
