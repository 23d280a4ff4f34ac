/** FileService: uploaded files of all dialects, with rows in the store and bytes in the blob store. */

import { errors } from "#lib/http/errors.ts";
import { describeReason } from "#lib/http/storage-fault.ts";
import { withSweep } from "#lib/store/quota/quota-guard.ts";
import type { FileQuery, FileRecord, Store } from "#lib/store/store.ts";
import type { BlobStore } from "./blob-store.ts";
import { detectMediaType } from "./detect-media-type.ts";
import { createFileId, deriveFileId, parseFileId } from "./file-id.ts";
import { sanitizeFilename } from "./filename.ts";
import type { Instance } from "./instance.ts";
import { createResumableUploads, type ResumableUploads } from "./resumable-uploads.ts";
import type { FileDescription, FileOwner, ReceivedBlob } from "./uploaded-file.ts";

export type FileService = {
  /** Limit on a file, in bytes. */
  limit: number;
  blobs: BlobStore;
  uploads: ResumableUploads;
  /**
   * Writes a file's bytes as they arrive, under the file's future id.
   * @throws GatewayError 413 over the limit, 400 when there are no bytes; nothing of it remains then
   */
  receive(chunks: AsyncIterable<Uint8Array>): Promise<ReceivedBlob>;
  /**
   * Refuses a file before its bytes are read.
   * @param bytes known size so far @throws GatewayError 507 when its owner has no room for it
   */
  requireRoom(owner: FileOwner, bytes: number): Promise<void>;
  /** Turns received bytes into a file, or removes them on failure. @throws GatewayError 507 */
  register(blob: ReceivedBlob, owner: FileOwner, description: FileDescription): Promise<FileRecord>;
  /** Removes received bytes that become no file. */
  discard(blob: ReceivedBlob): Promise<void>;
  /** @param id id in any of its forms @throws GatewayError 404 */
  find(id: string, owner: FileOwner): Promise<FileRecord>;
  list(query: FileQuery, owner: FileOwner): Promise<FileRecord[]>;
  /** @param id id in any of its forms @throws GatewayError 404 */
  remove(id: string, owner: FileOwner): Promise<FileRecord>;
  /** Completes or removes the unfinished work of an ended instance. */
  settle(endedInstance: string): Promise<void>;
  /** Removes expired and abandoned files. */
  sweep(): Promise<void>;
  /** Waits for a running sweep. */
  close(): Promise<void>;
};

const HOUR_MS = 3_600_000;

export function createFileService({
  store,
  blobs,
  limit,
  keepDays,
  instance,
  log,
  now,
}: {
  store: Pick<Store, "files" | "uploads" | "quotas">;
  blobs: BlobStore;
  /** Limit on a file, in bytes. */
  limit: number;
  /** Lifetime of files in days; unlimited when absent. */
  keepDays?: number | undefined;
  instance: Pick<Instance, "id" | "hasEnded">;
  log: (line: string) => void;
  /** Clock for the claims on uploads. */
  now?: () => number;
}): FileService {
  async function receive(chunks: AsyncIterable<Uint8Array>): Promise<ReceivedBlob> {
    const id = createFileId();
    const blob = { id, ...(await blobs.receive(id, chunks, limit)) };
    if (blob.bytes > 0) return blob;
    await blobs.remove(id);
    throw errors.fileEmpty();
  }

  function describe(blob: ReceivedBlob, owner: FileOwner, description: FileDescription): FileRecord {
    const { declaredType, displayName, purpose, lifetimeMs } = description;
    const filename = sanitizeFilename(description.filename ?? displayName);
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
      // The row comes first: named bytes without a row would never be removed.
      await withSweep(() => store.files.create(file), removeExpired);
      await blobs.publish(blob.id);
    } catch (error) {
      // It may have its row, and must not be listed.
      await store.files.expire(blob.id, Date.now()).catch(() => {});
      await removeBytes(blob.id).catch(() => {});
      throw error;
    }
    return file;
  }

  async function find(text: string, owner: FileOwner): Promise<FileRecord> {
    const id = parseFileId(text);
    const file = id === undefined ? undefined : await store.files.find(id);
    if (file && (owner.seesAll || file.keyId === owner.keyId)) return file;
    throw errors.fileNotFound({ id: text });
  }

  function requireRoom({ keyId }: FileOwner, bytes: number): Promise<void> {
    const owner = { keyId, kind: "files" } as const;
    return withSweep(() => store.quotas.requireRoom(owner, { items: 1, bytes }), removeExpired);
  }

  const isFile = async (id: string) => (await store.files.find(id)) !== undefined;

  async function removeExpired(): Promise<void> {
    const now = Date.now();
    if (keepDays !== undefined) await store.files.expireBefore(now - keepDays * 24 * HOUR_MS);
    await store.files.removeExpired(now, blobs.remove);
    await store.uploads.removeExpired(now, async (id) => {
      await blobs.remove(id);
      // A process may have ended before it created the row of its file.
      if (!(await isFile(deriveFileId(id)))) await blobs.remove(deriveFileId(id));
    });
  }

  async function removeBytes(id: string): Promise<void> {
    await blobs.remove(id);
    await store.files.remove(id);
  }

  async function sweep(): Promise<void> {
    await removeExpired();
    await blobs.removeAbandoned(Date.now() - HOUR_MS, isFile);
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
      await store.files.expire(file.id, Date.now());
      // An expired file cannot be read any more, so the request has succeeded.
      await removeBytes(file.id).catch((error) => {
        log(`The bytes of file ${file.id} are removed later: ${describeReason(error)}`);
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
