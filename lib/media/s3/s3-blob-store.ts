/**
 * Blobs as objects of an S3 bucket, which every instance reaches. An object appears when it is complete. A received
 * one has a mark, `received/<instance>/<name>`, until its row exists: the marks of an ended instance name the objects
 * that may have no row.
 */
import { createBlobDigest } from "../blob-digest.ts";
import type { BlobStore, IsWanted } from "../blob-store.ts";
import { readObject } from "./read-object.ts";
import type { S3Bucket, S3Object } from "./s3-bucket.ts";
import { createUnfinishedObjects } from "./unfinished-objects.ts";
import { writeObject } from "./write-object.ts";

const BLOBS = "blobs/";
const RECEIVED = "received/";
/** Time for which the result of a check counts: monitoring systems ask often, and each request costs. */
const CHECK_MS = 5_000;
const NOTHING = new Uint8Array();

/**
 * @param bucket closed with the store
 * @param instance id of this instance
 */
export function createS3BlobStore(bucket: S3Bucket, instance: string): BlobStore {
  const unfinished = createUnfinishedObjects(bucket);
  const keyOf = (name: string) => BLOBS + name;
  const markOf = (name: string) => `${RECEIVED}${instance}/${name}`;
  /** Received blobs of this instance whose marks exist. */
  const marked = new Set<string>();
  let checked = Promise.resolve();
  let checkedUntil = 0;

  async function unmark(name: string): Promise<void> {
    if (!marked.has(name)) return;
    await bucket.remove(markOf(name));
    marked.delete(name);
  }

  async function settleMarks(marks: readonly S3Object[], isWanted: IsWanted): Promise<void> {
    for (const { key } of marks) {
      const name = key.slice(key.lastIndexOf("/") + 1);
      if (!(await isWanted(name))) await bucket.remove(keyOf(name));
      await bucket.remove(key);
    }
  }

  async function* readBlob(name: string): AsyncGenerator<Uint8Array, void, void> {
    yield* await readObject(bucket, keyOf(name));
  }

  return {
    write: (name, chunks, limit) => writeObject(bucket, { key: keyOf(name), chunks, limit }),

    async receive(name, chunks, limit) {
      try {
        return await writeObject(bucket, {
          key: keyOf(name),
          chunks,
          limit,
          async beforeComplete() {
            marked.add(name);
            await bucket.put(markOf(name), NOTHING);
          },
        });
      } catch (error) {
        await removeReceived(name).catch(() => {});
        throw error;
      }
    },

    publish: unmark,

    append: unfinished.append,
    unfinishedBytes: unfinished.bytes,

    async finish(unfinishedName, name) {
      const key = keyOf(name);
      if ((await bucket.size(key)) !== undefined) {
        const digest = createBlobDigest();
        for await (const chunk of readBlob(name)) digest.add(chunk);
        await unfinished.remove(unfinishedName);
        return digest.result();
      }
      const limit = await unfinished.bytes(unfinishedName);
      const written = await writeObject(bucket, { key, chunks: unfinished.read(unfinishedName), limit });
      await unfinished.remove(unfinishedName);
      return written;
    },

    async reopen(name, unfinishedName) {
      await unfinished.append(unfinishedName, 0, readBlob(name), Number.POSITIVE_INFINITY);
      await bucket.remove(keyOf(name));
    },

    bytes: (name) => bucket.size(keyOf(name)),
    open: (name, range) => readObject(bucket, keyOf(name), range),
    read: async (name) => Buffer.concat(await Array.fromAsync(readBlob(name))),

    async remove(name) {
      await bucket.remove(keyOf(name));
      await unmark(name);
      await unfinished.remove(name);
    },

    async settle(endedInstance, isWanted) {
      await settleMarks(await bucket.list(`${RECEIVED}${endedInstance}/`), isWanted);
    },

    async removeAbandoned(before, isWanted) {
      await unfinished.removeAbandoned(before);
      const marks = await bucket.list(RECEIVED);
      await settleMarks(
        marks.filter(({ modifiedAt }) => modifiedAt < before),
        isWanted,
      );
      for (const upload of await bucket.listUploads(BLOBS)) {
        if (upload.startedAt < before && (await bucket.lastWrite(upload)) < before) await bucket.abortUpload(upload);
      }
    },

    check() {
      const now = performance.now();
      if (now >= checkedUntil) {
        checkedUntil = now + CHECK_MS;
        checked = bucket.check();
      }
      return checked;
    },
    close: async () => bucket.close(),
  };

  /** Removes the mark last: it names an object that could not be removed. */
  async function removeReceived(name: string): Promise<void> {
    await bucket.remove(keyOf(name));
    await unmark(name);
  }
}
