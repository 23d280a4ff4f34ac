/** Whether a file that an upstream sent is a video, and all of it. */
import { type FileHandle, open } from "node:fs/promises";
import { typeOfBytes } from "#lib/canonical/media-type.ts";

const HEAD_BYTES = 16;
/** Formats that are made of boxes (ISO 14496-12), each of which says how long it is. */
const BOXED = new Set(["video/mp4", "video/quicktime"]);

export type VideoFile = {
  /** As its first bytes say; undefined for what is no video. */
  mediaType: string | undefined;
  /** False where it ends before its own end: a connection that closes says nothing of that. */
  whole: boolean;
};

export async function inspectVideoFile(path: string): Promise<VideoFile> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const mediaType = typeOfBytes(await readAt(handle, 0));
    if (!mediaType?.startsWith("video/")) return { mediaType: undefined, whole: false };
    return { mediaType, whole: !BOXED.has(mediaType) || (await hasAllBoxes(handle, size)) };
  } finally {
    await handle.close();
  }
}

async function readAt(handle: FileHandle, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, position);
  return buffer.subarray(0, bytesRead);
}

/** Padding behind the last box is let be. */
async function hasAllBoxes(handle: FileHandle, size: number): Promise<boolean> {
  let hasIndex = false;
  for (let position = 0; position < size; ) {
    const head = await readAt(handle, position);
    const length = boxLength(head, size - position);
    if (length === undefined) break;
    if (position + length > size) return false;
    hasIndex ||= head.toString("latin1", 4, 8) === "moov";
    position += length;
  }
  return hasIndex;
}

/** @param rest how many bytes there are from here on; a box of length 0 takes them all */
function boxLength(head: Buffer, rest: number): number | undefined {
  if (head.length < 8) return undefined;
  const short = head.readUInt32BE(0);
  if (short === 0) return /^[a-z]{4}$/i.test(head.toString("latin1", 4, 8)) ? rest : undefined;
  if (short >= 8) return short;
  const long = short === 1 && head.length >= HEAD_BYTES ? Number(head.readBigUInt64BE(8)) : 0;
  return long >= HEAD_BYTES ? long : undefined;
}
