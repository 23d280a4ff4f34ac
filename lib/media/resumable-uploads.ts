/** Files that come in pieces (wire-formats §4.8). What has come so far outlives the connection and the process. */
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { FileRecord, Store, UploadRecord } from "#lib/store/store.ts";
import type { BlobStore } from "./blob-store.ts";
import { createFileId } from "./file-id.ts";
import { safeFilename } from "./filename.ts";
import { emptyFile, fileTooLarge } from "./media-errors.ts";
import { randomName } from "./random-name.ts";
import type { FileDescription, FileOwner, ReceivedBlob } from "./uploaded-file.ts";

const HOUR_MS = 3_600_000;
const LIFETIME_MS = HOUR_MS;
/** A process that ended in the middle of a piece keeps its upload for that long. */
const LONGEST_CLAIM_MS = 600_000;
/** Whoever knows an upload's id may go on with it, as clients of this convention do without a key. */
const ID_LENGTH = 48;

export type ResumableUploads = {
  /** @throws GatewayError 413 when the announced size is over the limit */
  start(owner: FileOwner, options: StartOptions): Promise<UploadRecord>;
  /** @throws GatewayError 404 */
  find(id: string): Promise<UploadRecord>;
  /**
   * Adds a piece. @returns how many bytes there are now
   * @throws GatewayError 400 when `offset` is not where the upload stands, 409 while another piece is coming
   */
  append(upload: UploadRecord, piece: { offset: number; chunks: AsyncIterable<Uint8Array> }): Promise<number>;
  /** @throws GatewayError 400 when bytes are missing; the upload goes on then */
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
  register,
}: {
  store: Store["uploads"];
  blobs: BlobStore;
  limit: number;
  register(blob: ReceivedBlob, owner: FileOwner, description: FileDescription): Promise<FileRecord>;
}): ResumableUploads {
  /** Runs `work` while nobody else writes to the upload. */
  async function exclusively<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    if (await store.claim(id, { until: Date.now() + LONGEST_CLAIM_MS })) {
      try {
        return await work();
      } finally {
        await store.release(id, await blobs.unfinishedBytes(id));
      }
    }
    throw new GatewayError({
      status: 409,
      message: "Another request is writing to this upload. Wait until it has ended.",
      code: "upload_busy",
    });
  }

  async function find(id: string): Promise<UploadRecord> {
    const upload = await store.find(id);
    if (upload) return upload;
    throw new GatewayError({
      status: 404,
      message: "There is no such upload: it is finished, cancelled or older than an hour. Start a new one.",
      param: "upload_id",
      code: "upload_not_found",
    });
  }

  return {
    async start(owner, { filename, displayName, declaredType, expectedBytes }) {
      if (expectedBytes !== undefined && expectedBytes > limit) throw fileTooLarge(limit);
      if (expectedBytes === 0) throw emptyFile();
      const createdAt = Date.now();
      const upload: UploadRecord = {
        id: randomName(ID_LENGTH),
        keyId: owner.keyId,
        filename: safeFilename(filename ?? displayName),
        displayName: displayName ?? null,
        mediaType: declaredType ?? null,
        expectedBytes: expectedBytes ?? null,
        receivedBytes: 0,
        createdAt,
        expiresAt: createdAt + LIFETIME_MS,
      };
      await store.create(upload);
      return upload;
    },

    find,

    append: ({ id }, { offset, chunks }) =>
      exclusively(id, async () => {
        // As it is now: another piece may have come between.
        const { receivedBytes, expectedBytes } = await find(id);
        if (offset !== receivedBytes) {
          throw new GatewayError({
            status: 400,
            message: `The upload stands at byte ${receivedBytes}, and this piece begins at ${offset}.`,
            param: "x-goog-upload-offset",
            code: "wrong_offset",
            headers: { "x-goog-upload-status": "active", "x-goog-upload-size-received": String(receivedBytes) },
          });
        }
        await blobs.append(id, offset, chunks, Math.min(limit, expectedBytes ?? limit));
        return blobs.unfinishedBytes(id);
      }),

    finish: ({ id }, { lifetimeMs }) =>
      exclusively(id, async () => {
        const upload = await find(id);
        const bytes = await blobs.unfinishedBytes(id);
        if (bytes === 0) throw emptyFile();
        if (upload.expectedBytes !== null && bytes !== upload.expectedBytes) {
          throw new GatewayError({
            status: 400,
            message: `The upload has ${bytes} of the ${upload.expectedBytes} bytes that were announced.`,
            code: "upload_incomplete",
            headers: { "x-goog-upload-status": "active", "x-goog-upload-size-received": String(bytes) },
          });
        }
        const fileId = createFileId();
        const blob = { id: fileId, ...(await blobs.finish(id, fileId)) };
        const file = await register(
          blob,
          { keyId: upload.keyId, seesAll: false },
          {
            filename: upload.filename,
            displayName: upload.displayName ?? undefined,
            declaredType: upload.mediaType ?? undefined,
            lifetimeMs,
          },
        );
        await store.remove(id);
        return file;
      }),

    async cancel({ id }) {
      await store.remove(id);
      await blobs.remove(id);
    },
  };
}
