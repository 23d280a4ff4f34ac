/** Writes a ZIP file in pieces, so that the page stays responsive and the file is not in memory twice. */
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

export type ZipEntry = {
  path: string;
  bytes: Blob;
  /** Time in unix milliseconds. */
  modifiedAt?: number;
};

/** Bytes per piece; the page can do other work between two pieces. */
const PIECE = 1024 * 1024;

/** Writes a ZIP. Text is deflated; images and videos, already compressed, are stored as they are. */
export async function writeZip(entries: AsyncIterable<ZipEntry>): Promise<Blob> {
  const files: Blob[] = [];
  let written: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, piece) => {
    failure ??= error;
    written.push(new Uint8Array(piece));
  });
  for await (const { path, bytes, modifiedAt = Date.now() } of entries) {
    const isText = /^(?:text\/|application\/json)/.test(bytes.type);
    const file = isText ? new ZipDeflate(path) : new ZipPassThrough(path);
    file.mtime = modifiedAt;
    zip.add(file);
    for (let at = 0; at < bytes.size; at += PIECE) {
      file.push(new Uint8Array(await bytes.slice(at, at + PIECE).arrayBuffer()), at + PIECE >= bytes.size);
    }
    if (bytes.size === 0) file.push(new Uint8Array(), true);
    // The browser can move a Blob out of its memory.
    files.push(new Blob(written));
    written = [];
  }
  zip.end();
  if (failure) throw failure;
  return new Blob([...files, ...written], { type: "application/zip" });
}
