/** Resumable uploads (wire-formats §4.8). Received pieces outlive the connection and the process. */

import { errors } from "#lib/http/errors.ts";
import { withSweep } from "#lib/store/quota/quota-guard.ts";
import type { FileRecord, Store, UploadRecord } from "#lib/store/store.ts";
import type { BlobStore } from "./blob-store.ts";
import { createRandomName } from "./create-random-name.ts";
import { deriveFileId } from "./file-id.ts";
import { sanitizeFilename } from "./filename.ts";
import type { Instance } from "./instance.ts";
import type { FileDescription, FileOwner, ReceivedBlob } from "./uploaded-file.ts";

const HOUR_MS = 3_600_000;
/** Lifetime of an upload after its start, or after the last renewal of a claim on it. */
const LIFETIME_MS = HOUR_MS;
/** Lifetime of a claim after its last bytes; the end of the writing request ends it earlier. */
const CLAIM_MS = 600_000;
/** Shortest interval between renewals of a claim, which arriving bytes cause. */
const RENEW_MS = 60_000;
const TOKEN_LENGTH = 24;
/** Length of an upload's id. The id is the credential to continue the upload: clients of this dialect send no key. */
const ID_LENGTH = 48;

export type ResumableUploads = {
  /** @throws GatewayError 413 when the announced size is over the limit, 507 when the owner has no room for it */
  start(owner: FileOwner, options: StartOptions): Promise<UploadRecord>;
  /** @throws GatewayError 404 */
  find(id: string): Promise<UploadRecord>;
  /**
   * Appends a piece. @returns the size so far, in bytes
   * @throws GatewayError 400 when `offset` is not the upload's current size, 409 while another piece is being written
   */
  append(upload: UploadRecord, piece: { offset: number; chunks: AsyncIterable<Uint8Array> }): Promise<number>;
  /** @throws GatewayError 400 when bytes are missing, 507 when its owner has no room; the upload can continue then */
  finish(upload: UploadRecord, options: { lifetimeMs: number }): Promise<FileRecord>;
  cancel(upload: UploadRecord): Promise<void>;
};

type StartOptions = Pick<FileDescription, "filename" | "displayName" | "declaredType"> & {
  expectedBytes: number | undefined;
};

export function createResumableUploads({
  store,
  blobs,
  limit,
  instance,
  requireRoom,
  describe,
  removeExpired,
  now = Date.now,
}: {
  store: Store["uploads"];
  blobs: BlobStore;
  limit: number;
  /** Instance whose id is a part of each claim. */
  instance: Pick<Instance, "id" | "hasEnded">;
  requireRoom(owner: FileOwner, bytes: number): Promise<void>;
  /** Returns the record of a file with these bytes. */
  describe(blob: ReceivedBlob, owner: FileOwner, description: FileDescription): FileRecord;
  /** Removes expired files and uploads. */
  removeExpired(): Promise<void>;
  now?: () => number;
}): ResumableUploads {
  /**
   * Runs `work` while no other request writes to the upload. `renew` extends the claim.
   * @throws GatewayError 409 when another request has claimed it
   */
  async function runExclusively<Result>(
    id: string,
    work: (renew: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    const by = `${instance.id}.${createRandomName(TOKEN_LENGTH)}`;
    const until = now() + CLAIM_MS;
    if (!(await store.claim(id, { by, now: now(), until })) && !(await takeOver(id, { by, until }))) {
      throw errors.uploadInUse();
    }
    try {
      return await work(async () => {
        const time = now();
        if (await store.renewClaim(id, { by, until: time + CLAIM_MS, expiresAt: time + LIFETIME_MS })) return;
        throw errors.uploadTakenOver();
      });
    } finally {
      await store.release(id, { by, receivedBytes: await blobs.unfinishedBytes(id) });
    }
  }

  /** Claims an upload whose writer's process has ended. */
  async function takeOver(id: string, { by, until }: { by: string; until: number }): Promise<boolean> {
    const from = await store.findClaim(id);
    if (!from?.includes(".")) return false;
    const other = from.slice(0, from.indexOf("."));
    return (await instance.hasEnded(other)) && store.takeOver(id, { from, by, until });
  }

  /** Passes the chunks on. After a pause, a chunk is only written once the claim is confirmed. */
  async function* runWhileClaimed(
    chunks: AsyncIterable<Uint8Array>,
    renew: () => Promise<void>,
  ): AsyncGenerator<Uint8Array, void, void> {
    let renewedAt = now();
    for await (const chunk of chunks) {
      if (now() - renewedAt >= RENEW_MS) {
        await renew();
        renewedAt = now();
      }
      yield chunk;
    }
  }

  async function find(id: string): Promise<UploadRecord> {
    const upload = await store.find(id);
    if (upload) return upload;
    throw errors.uploadNotFound();
  }

  return {
    async start(owner, { filename, displayName, declaredType, expectedBytes }) {
      if (expectedBytes !== undefined && expectedBytes > limit) throw errors.fileTooLarge({ limit });
      if (expectedBytes === 0) throw errors.fileEmpty();
      await requireRoom(owner, expectedBytes ?? 1);
      const createdAt = Date.now();
      const upload: UploadRecord = {
        id: createRandomName(ID_LENGTH),
        keyId: owner.keyId,
        filename: sanitizeFilename(filename ?? displayName),
        displayName: displayName ?? null,
        mediaType: declaredType ?? null,
        expectedBytes: expectedBytes ?? null,
        receivedBytes: 0,
        reservedBytes: expectedBytes ?? limit,
        createdAt,
        expiresAt: createdAt + LIFETIME_MS,
      };
      await withSweep(() => store.create(upload), removeExpired);
      return upload;
    },

    find,

    append: ({ id }, { offset, chunks }) =>
      runExclusively(id, async (renew) => {
        // Read again, since another piece may have been written in between.
        const { receivedBytes, expectedBytes } = await find(id);
        if (offset !== receivedBytes) {
          throw errors.uploadOffsetWrong({ expected: receivedBytes, got: offset });
        }
        await blobs.append(id, offset, runWhileClaimed(chunks, renew), Math.min(limit, expectedBytes ?? limit));
        return blobs.unfinishedBytes(id);
      }),

    finish: ({ id }, { lifetimeMs }) =>
      runExclusively(id, async () => {
        const upload = await find(id);
        // Existing bytes of this name come from a process that ended before the file had a row.
        const fileId = deriveFileId(id);
        const bytes = (await blobs.bytes(fileId)) ?? (await blobs.unfinishedBytes(id));
        if (bytes === 0) throw errors.fileEmpty();
        if (upload.expectedBytes !== null && bytes !== upload.expectedBytes) {
          throw errors.uploadShort({ bytes, expected: upload.expectedBytes });
        }
        const blob = { id: fileId, ...(await blobs.finish(id, fileId)) };
        const file = describe(
          blob,
          { keyId: upload.keyId, seesAll: false },
          {
            filename: upload.filename,
            displayName: upload.displayName ?? undefined,
            declaredType: upload.mediaType ?? undefined,
            lifetimeMs,
          },
        );
        try {
          await withSweep(() => store.finish(id, file), removeExpired);
        } catch (error) {
          await blobs.reopen(fileId, id);
          throw error;
        }
        return file;
      }),

    async cancel({ id }) {
      await store.remove(id);
      await blobs.remove(id);
    },
  };
}
