/** Keeps a file of an answer: its bytes under their hash, and an image's size in pixels beside it. */
import type { AnswerFile } from "../conversation/answer.ts";
import { hashBlob } from "./attachments.ts";

/**
 * Writes what it finds into `file`; never rejects.
 * @param save keeps bytes under their hash
 */
export async function storeFile(file: AnswerFile, save: (sha256: string, bytes: Blob) => Promise<void>): Promise<void> {
  const { bytes } = file;
  if (!bytes) return;
  try {
    const bitmap = await createImageBitmap(bytes);
    file.width = bitmap.width;
    file.height = bitmap.height;
    bitmap.close();
  } catch {
    // Not an image that this browser can read: it can still be downloaded.
  }
  try {
    const sha256 = await hashBlob(bytes);
    await save(sha256, bytes);
    file.sha256 = sha256;
  } catch {
    // A browser that refuses storage shows it for as long as the page lives.
  }
}
