/** Both blob stores for the tests of their common behaviour, each with a place of its own. */
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BlobStore } from "#lib/media/blob-store.ts";
import { createFolderBlobStore } from "#lib/media/folder-blob-store.ts";
import { createS3BlobStore } from "#lib/media/s3/s3-blob-store.ts";
import { openS3Bucket, type S3Limits } from "#lib/media/s3/s3-bucket.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";

export type BlobPlace = {
  /** Opens the store as another instance would. */
  open(instance: string): BlobStore;
  /** Names of everything that is stored. */
  names(): string[];
  /** Makes everything that is stored older than two hours. */
  age(): void;
  close(): Promise<void>;
};

const LONG_AGO = new Date(Date.now() - 2 * 3_600_000);
export const FEW_ATTEMPTS: S3Limits = { connect: 5_000, reply: 10_000, silence: 10_000, attempts: 2 };

export async function openFolderPlace(): Promise<BlobPlace> {
  const parent = mkdtempSync(join(tmpdir(), "blobs-"));
  const folder = join(parent, "blobs");
  const names = () => (existsSync(folder) ? readdirSync(folder).toSorted() : []);
  return {
    open: (instance) => createFolderBlobStore(folder, instance),
    names,
    age() {
      for (const name of names()) utimesSync(join(folder, name), LONG_AGO, LONG_AGO);
    },
    close: async () => rmSync(parent, { recursive: true, force: true }),
  };
}

export async function openS3Place(
  limits?: S3Limits,
): Promise<BlobPlace & { server: S3Server; openWith(limits: S3Limits): BlobStore }> {
  const server = await startS3Server();
  const { url: endpoint, bucket, region, credentials } = server;
  const stores: BlobStore[] = [];
  function open(instance: string, itsLimits = limits): BlobStore {
    const store = createS3BlobStore(openS3Bucket({ bucket, endpoint, region, credentials }, itsLimits), instance);
    stores.push(store);
    return store;
  }
  return {
    server,
    open: (instance) => open(instance),
    openWith: (itsLimits) => open("here", itsLimits),
    names: () =>
      [...server.objects.keys(), ...[...server.uploads.values()].map(({ key }) => `${key} (upload)`)].toSorted(),
    age() {
      for (const object of server.objects.values()) object.modified = LONG_AGO;
      for (const upload of server.uploads.values()) {
        upload.started = LONG_AGO;
        for (const part of upload.parts.values()) part.modified = LONG_AGO;
      }
    },
    async close() {
      await Promise.all(stores.map((store) => store.close()));
      await server.close();
    },
  };
}
