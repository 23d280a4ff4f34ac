/** Saves the open conversation, or all of a page's, as a download. */

import type { Chat } from "#lib/playground/chat/chat.ts";
import { type Transcript, visiblePath } from "#lib/playground/conversation/transcript.ts";
import { toDataUrl } from "#lib/playground/files/attachments.ts";
import { readBase64 } from "#lib/playground/files/decode-and-save.ts";
import { referencedFiles } from "#lib/playground/files/referenced-files.ts";
import { openHistory } from "#lib/playground/history/history.ts";
import { writeCurl } from "#lib/playground/samples/text-samples.ts";
import { listConversation } from "#lib/playground/sharing/exports/conversation-archive.ts";
import { writeExportFile } from "#lib/playground/sharing/exports/export-file.ts";
import { makeFileName } from "#lib/playground/sharing/exports/file-name.ts";
import { type HarRecord, writeHar } from "#lib/playground/sharing/exports/write-har.ts";
import { writeMarkdown } from "#lib/playground/sharing/exports/write-markdown.ts";
import { writeZip } from "#lib/playground/sharing/exports/write-zip.ts";
import { restoreRecord } from "#lib/playground/sharing/imports/restore-files.ts";
import { downloadBlob } from "../ui/save-image.ts";
import { showToast } from "../ui/toast.tsx";

export function saveMarkdown({ store, dialect }: Chat): void {
  const { title, settings, transcript } = store.get().session;
  const { systemLabel } = dialect;
  const text = writeMarkdown({ title, system: settings.system, systemLabel, turns: visiblePath(transcript) });
  save(text, "text/markdown", makeFileName(title, "md"));
}

export const hasFiles = ({ store }: Chat): boolean => referencedFiles(store.get().session.transcript).length > 0;

/**
 * Saves the conversation as JSON. With its files it is complete and can be imported elsewhere; without them it is small
 * and readable.
 */
export async function saveJson(chat: Chat, { files = true } = {}): Promise<void> {
  const { session } = chat.store.get();
  const loadBlob = files ? chat.loadAttachment : undefined;
  const text = await writeExportFile({ conversations: [session], loadBlob });
  save(text, "application/json", makeFileName(session.title, "json"));
}

/** Saves the conversation as JSON and as Markdown, with its original files. */
export async function saveZip(chat: Chat): Promise<void> {
  const { session } = chat.store.get();
  const { systemLabel } = chat.dialect;
  const zip = await writeZip(listConversation({ session, systemLabel, loadBlob: chat.loadAttachment }));
  downloadBlob(zip, makeFileName(session.title, "zip"));
}

/** Saves all conversations and presets of the page. */
export async function saveAll(chat: Chat): Promise<void> {
  const history = openHistory(chat.dialect.page);
  const [conversations, presets] = await Promise.all([history.loadAll(), history.listPresets()]);
  const day = new Date().toISOString().slice(0, 10);
  const text = await writeExportFile({ conversations, presets, loadBlob: chat.loadAttachment });
  save(text, "application/json", `parlance-${chat.dialect.page}-${day}.json`);
}

/** Saves all requests of the conversation as a HAR file, including those of other versions. */
export async function saveHar(chat: Chat): Promise<void> {
  const { title, transcript } = chat.store.get().session;
  const answers = Object.values(transcript.turns).filter(({ role }) => role === "assistant");
  const found = await Promise.all(answers.map(({ id }) => chat.loadTrace(id)));
  const records: HarRecord[] = [];
  for (const record of found) {
    if (record) records.push(await restoreRecord(record, () => loadBase64(chat, transcript)));
  }
  if (records.length === 0) {
    showToast({ title: "No traces to save", detail: "Send a message first." });
    return;
  }
  save(writeHar({ title, records, origin: location.origin }), "application/json", makeFileName(title, "har"));
}

async function loadBase64(chat: Chat, transcript: Transcript): Promise<string[]> {
  const stored: string[] = [];
  for (const sha256 of new Set(referencedFiles(transcript))) {
    const bytes = await chat.loadAttachment(sha256);
    if (bytes) stored.push(readBase64(await toDataUrl(bytes)));
  }
  return stored;
}

/** Saves the last request as a shell script. */
export async function saveCurl(chat: Chat): Promise<void> {
  const { title, transcript } = chat.store.get().session;
  const path = visiblePath(transcript);
  const asked = path.findLastIndex(({ role }) => role !== "assistant");
  try {
    const request = await chat.buildRequest(path.slice(0, asked + 1));
    save(
      `#!/bin/sh\n${writeCurl({ request, origin: location.origin })}\n`,
      "text/x-shellscript",
      makeFileName(title, "sh"),
    );
  } catch (error) {
    const detail = error instanceof Error ? error.message : "Couldn’t build the request.";
    showToast({ title: "Couldn’t write the script", detail, kind: "error" });
  }
}

function save(text: string, type: string, name: string): void {
  downloadBlob(new Blob([text], { type }), name);
}
