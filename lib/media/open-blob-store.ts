import { join } from "node:path";
import type { Settings } from "#lib/config/load-settings.ts";
import { SettingsError } from "#lib/config/settings-error.ts";
import { describeReason } from "#lib/http/storage-fault.ts";
import type { BlobStore } from "./blob-store.ts";
import { createFolderBlobStore } from "./folder-blob-store.ts";

/**
 * Finds the place of the blobs: the bucket of the settings, otherwise the folder `blobs` in the data folder.
 * @returns a function that opens the store for the instance of an id
 * @throws SettingsError when the bucket is missing, unreachable or refuses access
 */
export async function openBlobStore({
  s3,
  dataDir,
}: Pick<Settings, "s3" | "dataDir">): Promise<(instance: string) => BlobStore> {
  if (!s3) return (instance) => createFolderBlobStore(join(dataDir, "blobs"), instance);
  // Loaded on demand: the AWS SDK is large.
  const [{ createS3BlobStore }, { openS3Bucket }] = await Promise.all([
    import("./s3/s3-blob-store.ts"),
    import("./s3/s3-bucket.ts"),
  ]);
  const bucket = openS3Bucket(s3);
  try {
    await bucket.check();
  } catch (error) {
    bucket.close();
    throw new SettingsError({
      field: "S3_BUCKET",
      value: s3.bucket,
      expected: `a bucket that can be reached with these credentials (${describeReason(error)})`,
    });
  }
  return (instance) => createS3BlobStore(bucket, instance);
}
