/** Stores a file of a response: its bytes under their hash, with an image's size in pixels. */
import type { ResponseFile } from "../conversation/model-response.ts";
import { hashBlob } from "./attachments.ts";

/**
 * Writes the hash and the size into `file`; never rejects.
 * @param save stores bytes under their hash
 */
export async function storeFile(
  file: ResponseFile,
  save: (sha256: string, bytes: Blob) => Promise<void>,
): Promise<void> {
  const { bytes } = file;
  if (!bytes) return;
  try {
    const bitmap = await createImageBitmap(bytes);
    file.width = bitmap.width;
    file.height = bitmap.height;
    bitmap.close();
  } catch {
    // The browser cannot read this image; it can still be downloaded.
  }
  try {
    const sha256 = await hashBlob(bytes);
    await save(sha256, bytes);
    file.sha256 = sha256;
  } catch {
    // When the browser refuses storage, the file is shown for as long as the page is open.
  }
}
