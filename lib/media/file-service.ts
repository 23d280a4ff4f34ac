/** FileService: uploaded files, whatever convention they came in: rows in the store, bytes in the blob store. */
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { FileQuery, FileRecord, Store } from "#lib/store/store.ts";
import type { BlobStore } from "./blob-store.ts";
import { createFileId, parseFileId } from "./file-id.ts";
import { safeFilename } from "./filename.ts";
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
  /** Makes received bytes a file. When that fails, the bytes are removed. */
  register(blob: ReceivedBlob, owner: FileOwner, description: FileDescription): Promise<FileRecord>;
  /** Removes bytes that become no file after all. */
  discard(blob: ReceivedBlob): Promise<void>;
  /** @param id in any of its forms @throws GatewayError 404 */
  find(id: string, owner: FileOwner): Promise<FileRecord>;
  list(query: FileQuery, owner: FileOwner): Promise<FileRecord[]>;
  /** @param id in any of its forms @throws GatewayError 404 */
  remove(id: string, owner: FileOwner): Promise<FileRecord>;
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
  log,
}: {
  store: Pick<Store, "files" | "uploads">;
  blobs: BlobStore;
  /** Of a file, in bytes. */
  limit: number;
  log: (line: string) => void;
}): FileService {
  async function receive(chunks: AsyncIterable<Uint8Array>): Promise<ReceivedBlob> {
    const id = createFileId();
    const blob = { id, ...(await blobs.write(id, chunks, limit)) };
    if (blob.bytes > 0) return blob;
    await blobs.remove(id);
    throw emptyFile();
  }

  async function register(blob: ReceivedBlob, owner: FileOwner, description: FileDescription): Promise<FileRecord> {
    const { declaredType, displayName, purpose, lifetimeMs } = description;
    const filename = safeFilename(description.filename ?? displayName);
    const createdAt = Date.now();
    const file: FileRecord = {
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
    try {
      await store.files.create(file);
    } catch (error) {
      await blobs.remove(blob.id);
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

  async function sweep(): Promise<void> {
    const now = Date.now();
    const expired = [...(await store.files.removeExpired(now)), ...(await store.uploads.removeExpired(now))];
    for (const id of expired) await blobs.remove(id);
    await blobs.removeAbandoned(now - HOUR_MS);
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
    uploads: createResumableUploads({ store: store.uploads, blobs, limit, register }),
    receive,
    register,
    discard: ({ id }) => blobs.remove(id),
    find,
    list: (query, owner) => store.files.list(owner.seesAll ? query : { ...query, keyId: owner.keyId }),
    async remove(id, owner) {
      const file = await find(id, owner);
      await store.files.remove(file.id);
      await blobs.remove(file.id);
      return file;
    },
    sweep,
    async close() {
      clearInterval(sweeper);
      await sweeping;
    },
  };
}
