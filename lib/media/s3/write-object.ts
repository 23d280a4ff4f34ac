/** Writes an object whose chunks arrive over time: in one request, or in parts when it is large. */
import { errors } from "#lib/http/errors.ts";
import { createBlobDigest } from "../blob-digest.ts";
import type { WrittenBlob } from "../blob-store.ts";
import type { S3Bucket } from "./s3-bucket.ts";

/** S3's minimum for a part. One part is in flight while the next one fills, so that an upload needs twice as much. */
const PART_BYTES = 5 * 1024 * 1024;
/** S3's limit on the parts of an upload. */
const MOST_PARTS = 10_000;

/**
 * Writes an object. On any failure, including one of the chunks, the upload is aborted and the object removed.
 * @param limit limit in bytes
 * @param beforeComplete called when all bytes have arrived, before the object appears
 * @throws GatewayError 413 over the limit
 */
export async function writeObject(
  bucket: S3Bucket,
  {
    key,
    chunks,
    limit,
    beforeComplete = async () => {},
  }: { key: string; chunks: AsyncIterable<Uint8Array>; limit: number; beforeComplete?: () => Promise<void> },
): Promise<WrittenBlob> {
  // Equal parts: some servers refuse others.
  const partBytes = Math.max(PART_BYTES, Math.ceil(limit / MOST_PARTS));
  const digest = createBlobDigest();
  const tags: string[] = [];
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let total = 0;
  let id: string | undefined;
  let sending: Promise<void> | undefined;
  let mayExist = false;

  function takeWaiting(): Uint8Array {
    const bytes = Buffer.concat(waiting, waitingBytes);
    waiting = [];
    waitingBytes = 0;
    return bytes;
  }

  async function sendPart(bytes: Uint8Array): Promise<void> {
    await sending;
    id ??= await bucket.startUpload(key);
    const upload = { key, id };
    sending = bucket.sendPart(upload, tags.length + 1, bytes).then((tag) => void tags.push(tag));
    // Its rejection is thrown by the next part, or at the end.
    sending.catch(() => {});
  }

  async function add(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length; ) {
      // Copied, since the memory of a chunk may be used again.
      const piece = Buffer.from(chunk.subarray(at, at + partBytes - waitingBytes));
      at += piece.length;
      waiting.push(piece);
      waitingBytes += piece.length;
      if (waitingBytes === partBytes) await sendPart(takeWaiting());
    }
  }

  try {
    for await (const chunk of chunks) {
      total += chunk.length;
      if (total > limit) throw errors.fileTooLarge({ limit });
      digest.add(chunk);
      await add(chunk);
    }
    if (id !== undefined && waitingBytes > 0) await sendPart(takeWaiting());
    await sending;
    await beforeComplete();
    mayExist = true;
    if (id === undefined) await bucket.put(key, takeWaiting());
    else await bucket.completeUpload({ key, id }, tags, total);
    return digest.result();
  } catch (error) {
    await sending?.catch(() => {});
    // A failure to remove them is no loss: an upload is found by its age, an object by its row or its mark.
    if (id !== undefined) await bucket.abortUpload({ key, id }).catch(() => {});
    if (mayExist) await bucket.remove(key).catch(() => {});
    throw error;
  }
}
