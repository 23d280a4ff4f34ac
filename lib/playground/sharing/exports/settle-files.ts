/** Hashes the files of an imported request or response, since conversations refer to files by hash. */

import type { Attachment, Turn } from "#lib/playground/conversation/transcript.ts";
import type { ReadRequest } from "#lib/playground/dialects/request-reader.ts";
import { hashBlob } from "#lib/playground/files/attachments.ts";
import { decodeBase64 } from "#lib/playground/files/decode-base64.ts";
import { storeFile } from "#lib/playground/files/store-file.ts";

export type ImportedFile = { sha256: string; bytes: Blob };

/** Returns the turns ready to store, and the bytes that belong to them. */
export async function settleFiles({
  turns,
  files: pending,
}: Pick<ReadRequest, "turns" | "files">): Promise<{ turns: Turn[]; files: ImportedFile[] }> {
  const files: ImportedFile[] = [];
  const known = new Map<string, Partial<Attachment>>();
  for (const { key, dataUrl } of pending) {
    const bytes = decodeDataUrl(dataUrl);
    const sha256 = await hashBlob(bytes);
    files.push({ sha256, bytes });
    known.set(key, { sha256, size: bytes.size, ...(await getSize(bytes)) });
  }
  const settle = (attachment: Attachment): Attachment => ({ ...attachment, ...known.get(attachment.sha256) });
  const settled: Turn[] = [];
  for (const turn of turns) {
    if (turn.role === "user") {
      const parts = turn.parts?.map((part) =>
        part.type === "file" ? { ...part, attachment: settle(part.attachment) } : part,
      );
      settled.push({ ...turn, attachments: turn.attachments.map(settle), ...(parts ? { parts } : {}) });
      continue;
    }
    settled.push(turn);
    if (turn.role !== "assistant") continue;
    for (const file of turn.answer.choices.flatMap((choice) => choice.files ?? [])) {
      await storeFile(file, async (sha256, bytes) => void files.push({ sha256, bytes }));
    }
  }
  return { turns: settled, files };
}

/** Returns the size of an image in pixels; {} for other files. */
async function getSize(bytes: Blob): Promise<{ width?: number; height?: number }> {
  if (!bytes.type.startsWith("image/")) return {};
  try {
    const bitmap = await createImageBitmap(bytes);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return {};
  }
}

/** @throws an error when it is not a data URL, or not well encoded */
function decodeDataUrl(url: string): Blob {
  const {
    head,
    type = "text/plain",
    base64,
    data = "",
  } = /^data:(?<head>(?<type>[^,]*?)(?<base64>;\s*base64)?),(?<data>[\s\S]*)$/i.exec(url)?.groups ?? {};
  if (head === undefined) throw new TypeError("This is not a data URL.");
  const text = data.includes("%") ? decodeURIComponent(data) : data;
  return base64 ? decodeBase64(text, type) : new Blob([text], { type: type || "text/plain" });
}
