/** Reads the files of a ZIP, by path. */
import { unzipSync } from "fflate";

/** Limit on the inflated size, in bytes: more than the images page stores, against zip bombs. */
const LARGEST = 1_200_000_000;

export type ZipFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** @throws Error, with a message for the screen, when it is not a ZIP or too large */
export async function readZip(file: Blob): Promise<ZipFiles> {
  const packed = new Uint8Array(await file.arrayBuffer());
  let size = 0;
  let tooLarge = false;
  try {
    const files = unzipSync(packed, {
      filter: ({ originalSize }) => {
        size += originalSize;
        tooLarge ||= size > LARGEST;
        return !tooLarge;
      },
    });
    if (!tooLarge) return new Map(Object.entries(files).map(([path, bytes]) => [path, new Uint8Array(bytes)]));
  } catch {
    throw new Error("It is not a ZIP file, or it is damaged.");
  }
  throw new Error("It is too large for this page.");
}

/** @throws Error, with a message for the screen, when the file is missing or is not JSON */
export function readZippedJson(files: ZipFiles, path: string): unknown {
  const bytes = files.get(path);
  if (!bytes) throw new Error(`It has no ${path}, so it was not exported from this page.`);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Error(`Its ${path} is damaged.`);
  }
}
