/** Exports a conversation with its original files, as the entries of a ZIP that `readConversationZip` reads back. */

import { type Transcript, visiblePath } from "#lib/playground/conversation/transcript.ts";
import type { ChatSession } from "#lib/playground/history/history.ts";
import { type Imported, readExportFile } from "../imports/import-file.ts";
import { readZip, readZippedJson } from "../imports/read-zip.ts";
import { type ExportFile, writeExportFile } from "./export-file.ts";
import { makeFileName } from "./file-name.ts";
import { writeMarkdown } from "./write-markdown.ts";
import type { ZipEntry } from "./write-zip.ts";

const CONVERSATION = "conversation.json";

export async function* listConversation({
  session,
  systemLabel,
  loadBlob,
}: {
  session: ChatSession;
  systemLabel: string;
  /** Returns undefined when the bytes are gone. */
  loadBlob: (sha256: string) => Promise<Blob | undefined>;
}): AsyncGenerator<ZipEntry> {
  const files: NonNullable<ExportFile["files"]> = {};
  const taken = new Set<string>();
  for (const { sha256, name, mediaType } of namedFiles(session.transcript)) {
    const bytes = files[sha256] ? undefined : await loadBlob(sha256);
    if (!bytes) continue;
    const path = freePath(name, mediaType, taken);
    files[sha256] = { type: bytes.type, path };
    yield { path, bytes, modifiedAt: session.updatedAt };
  }
  const { title, settings, transcript } = session;
  const words = writeMarkdown({ title, system: settings.system, systemLabel, turns: visiblePath(transcript) });
  yield { path: "conversation.md", bytes: new Blob([words], { type: "text/markdown" }) };
  const json = await writeExportFile({ conversations: [session], files });
  yield { path: CONVERSATION, bytes: new Blob([json], { type: "application/json" }) };
}

/** @throws Error, with a message for the screen, when nothing in it can be read */
export async function readConversationZip(file: Blob): Promise<Imported> {
  const zipped = await readZip(file);
  return readExportFile(readZippedJson(zipped, CONVERSATION), zipped);
}

function namedFiles({ turns }: Transcript): { sha256: string; name: string; mediaType: string }[] {
  return Object.values(turns).flatMap((turn) => {
    if (turn.role === "user") return turn.attachments;
    if (turn.role !== "assistant") return [];
    return turn.answer.choices.flatMap(({ files = [] }) =>
      files.flatMap(({ sha256, mediaType }) => (sha256 ? [{ sha256, name: "answer", mediaType }] : [])),
    );
  });
}

/** Returns a path that no other file of the ZIP has. */
function freePath(name: string, mediaType: string, taken: Set<string>): string {
  const [, bare = name, ending = getExtension(mediaType)] = /^(.+)\.(\w{1,5})$/.exec(name) ?? [];
  for (let count = 1; ; count += 1) {
    const path = `files/${makeFileName(count === 1 ? bare : `${bare} ${count}`, ending)}`;
    if (taken.has(path)) continue;
    taken.add(path);
    return path;
  }
}

const getExtension = (mediaType: string): string =>
  mediaType
    .replace(/^.*\//, "")
    .replace(/[+;].*$/, "")
    .replace("jpeg", "jpg")
    .replace("mpeg", "mp3");
