/** FileService: uploaded files, whatever convention they came in: rows in the store, bytes in the blob store. */
import { GatewayError } from "#lib/http/gateway-error.ts";
import { reasonOf } from "#lib/http/storage-fault.ts";
import { withSweep } from "#lib/store/quota/quota-guard.ts";
import type { FileQuery, FileRecord, Store } from "#lib/store/store.ts";
import type { BlobStore } from "./blob-store.ts";
import { createFileId, fileIdOf, parseFileId } from "./file-id.ts";
import { safeFilename } from "./filename.ts";
import type { Instance } from "./instance.ts";
import { emptyFile } from "./media-errors.ts";
import { detectMediaType } from "./media-type.ts";
import { createResumableUploads, type ResumableUploads } from "./resumable-uploads.ts";
import type { FileDescription, FileOwner, ReceivedBlob } from "./uploaded-file.ts";

export type FileService = {
  /** The largest file, in bytes. */
  limit: number;
  blobs: BlobStore;
  uploads: ResumableUploads;
  /**
   * Writes a file's bytes as they come, under the id that the file will have.
   * @throws GatewayError 413 over the limit, 400 when there are no bytes; nothing remains of it then
   */
  receive(chunks: AsyncIterable<Uint8Array>): Promise<ReceivedBlob>;
  /**
   * Refuses a file before its bytes are read.
   * @param bytes that are known to come @throws GatewayError 507 when its owner has no room for it
   */
  requireRoom(owner: FileOwner, bytes: number): Promise<void>;
  /** Makes received bytes a file. When that fails, the bytes are removed. @throws GatewayError 507 */
  register(blob: ReceivedBlob, owner: FileOwner, description: FileDescription): Promise<FileRecord>;
  /** Removes bytes that become no file after all. */
  discard(blob: ReceivedBlob): Promise<void>;
  /** @param id in any of its forms @throws GatewayError 404 */
  find(id: string, owner: FileOwner): Promise<FileRecord>;
  list(query: FileQuery, owner: FileOwner): Promise<FileRecord[]>;
  /** @param id in any of its forms @throws GatewayError 404 */
  remove(id: string, owner: FileOwner): Promise<FileRecord>;
  /** Completes or removes what an ended instance had under way. */
  settle(endedInstance: string): Promise<void>;
  /** Removes what has expired or was abandoned. */
  sweep(): Promise<void>;
  /** Waits for a sweep under way. */
  close(): Promise<void>;
};

const HOUR_MS = 3_600_000;

export function createFileService({
  store,
  blobs,
  limit,
  instance,
  log,
  now,
}: {
  store: Pick<Store, "files" | "uploads" | "quotas">;
  blobs: BlobStore;
  /** Of a file, in bytes. */
  limit: number;
  instance: Pick<Instance, "id" | "hasEnded">;
  log: (line: string) => void;
  /** Clock of the claims on uploads. */
  now?: () => number;
}): FileService {
  /** Deleted files whose bytes a fault of the disk left. */
  const unremoved = new Set<string>();

  async function receive(chunks: AsyncIterable<Uint8Array>): Promise<ReceivedBlob> {
    const id = createFileId();
    const blob = { id, ...(await blobs.receive(id, chunks, limit)) };
    if (blob.bytes > 0) return blob;
    await blobs.remove(id);
    throw emptyFile();
  }

  function describe(blob: ReceivedBlob, owner: FileOwner, description: FileDescription): FileRecord {
    const { declaredType, displayName, purpose, lifetimeMs } = description;
    const filename = safeFilename(description.filename ?? displayName);
    const createdAt = Date.now();
    return {
      id: blob.id,
      keyId: owner.keyId,
      filename,
      displayName: displayName ?? null,
      mediaType: detectMediaType({ declared: declaredType, filename, head: blob.head }),
      bytes: blob.bytes,
      sha256: blob.sha256,
      purpose: purpose ?? null,
      createdAt,
      expiresAt: lifetimeMs === undefined ? null : createdAt + lifetimeMs,
    };
  }

  async function register(blob: ReceivedBlob, owner: FileOwner, description: FileDescription): Promise<FileRecord> {
    const file = describe(blob, owner, description);
    try {
      // The row first: bytes that have their name without one would never be removed.
      await withSweep(() => store.files.create(file), removeExpired);
      await blobs.publish(blob.id);
    } catch (error) {
      await blobs.remove(blob.id);
      await store.files.remove(blob.id).catch(() => {});
      throw error;
    }
    return file;
  }

  async function find(text: string, owner: FileOwner): Promise<FileRecord> {
    const id = parseFileId(text);
    const file = id === undefined ? undefined : await store.files.find(id);
    if (file && (owner.seesAll || file.keyId === owner.keyId)) return file;
    throw new GatewayError({
      status: 404,
      message: `There is no file "${text.slice(0, 100)}" that this key may see.`,
      code: "file_not_found",
    });
  }

  function requireRoom({ keyId }: FileOwner, bytes: number): Promise<void> {
    const owner = { keyId, kind: "files" } as const;
    return withSweep(() => store.quotas.requireRoom(owner, { items: 1, bytes }), removeExpired);
  }

  const isFile = async (id: string) => (await store.files.find(id)) !== undefined;

  async function removeExpired(): Promise<void> {
    const now = Date.now();
    const expired = await store.files.removeExpired(now);
    for (const id of await store.uploads.removeExpired(now)) {
      expired.push(id);
      // A process may have ended before the file that it made of them had a row.
      if (!(await isFile(fileIdOf(id)))) expired.push(fileIdOf(id));
    }
    for (const id of [...expired, ...unremoved]) {
      await blobs.remove(id);
      unremoved.delete(id);
    }
  }

  async function sweep(): Promise<void> {
    await removeExpired();
    await blobs.removeAbandoned(Date.now() - HOUR_MS);
  }

  let sweeping: Promise<void> | undefined;
  function sweepInBackground(): void {
    sweeping = sweep().catch((error) => log(`Expired files could not be removed: ${error}`));
  }

  const sweeper = setInterval(sweepInBackground, HOUR_MS).unref();
  sweepInBackground();

  return {
    limit,
    blobs,
    uploads: createResumableUploads({
      ...{ store: store.uploads, blobs, limit, instance, now },
      ...{ requireRoom, describe, removeExpired },
    }),
    receive,
    requireRoom,
    register,
    discard: ({ id }) => blobs.remove(id),
    find,
    list: (query, owner) => store.files.list(owner.seesAll ? query : { ...query, keyId: owner.keyId }),
    async remove(id, owner) {
      const file = await find(id, owner);
      await store.files.remove(file.id);
      // Without its row nobody can read it any more: the request has done its work.
      await blobs.remove(file.id).catch((error) => {
        log(`The bytes of file ${file.id} are removed later: ${reasonOf(error)}`);
        unremoved.add(file.id);
      });
      return file;
    },
    settle: (endedInstance) => blobs.settle(endedInstance, isFile),
    sweep,
    async close() {
      clearInterval(sweeper);
      await sweeping;
    },
  };
}
