/** Checks that a file from an upstream is a video, and complete. */
import { type FileHandle, open } from "node:fs/promises";
import { sniffMediaType } from "#lib/canonical/media-type.ts";

const HEAD_BYTES = 16;
/** Formats that consist of boxes (ISO 14496-12), each with its own length. */
const BOXED = new Set(["video/mp4", "video/quicktime"]);

export type VideoFile = {
  /** Type by its first bytes; undefined when it is not a video. */
  mediaType: string | undefined;
  /** False when the file ends early: a closed connection does not reveal that. */
  whole: boolean;
};

export async function inspectVideoFile(path: string): Promise<VideoFile> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const mediaType = sniffMediaType(await readAt(handle, 0));
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

/** Padding after the last box is allowed. */
async function hasAllBoxes(handle: FileHandle, size: number): Promise<boolean> {
  let hasIndex = false;
  for (let position = 0; position < size; ) {
    const head = await readAt(handle, position);
    const length = readBoxLength(head, size - position);
    if (length === undefined) break;
    if (position + length > size) return false;
    hasIndex ||= head.toString("latin1", 4, 8) === "moov";
    position += length;
  }
  return hasIndex;
}

/** @param rest number of bytes from here on; a box of length 0 takes them all */
function readBoxLength(head: Buffer, rest: number): number | undefined {
  if (head.length < 8) return undefined;
  const short = head.readUInt32BE(0);
  if (short === 0) return /^[a-z]{4}$/i.test(head.toString("latin1", 4, 8)) ? rest : undefined;
  if (short >= 8) return short;
  const long = short === 1 && head.length >= HEAD_BYTES ? Number(head.readBigUInt64BE(8)) : 0;
  return long >= HEAD_BYTES ? long : undefined;
}
