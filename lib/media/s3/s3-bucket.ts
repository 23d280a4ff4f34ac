/** S3Bucket: the objects of one bucket, through the AWS SDK. Loaded only where a bucket is configured. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  PutObjectCommand,
  paginateListObjectsV2,
  paginateListParts,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { S3Settings } from "#lib/config/s3-settings.ts";
import { createS3Error, isConflict, isMissingObject } from "./s3-faults.ts";

/** Times in milliseconds. */
export type S3Limits = {
  connect: number;
  /** Time until the headers of a reply. */
  reply: number;
  /** Silence of a connection. */
  silence: number;
  /** Tries of each request. */
  attempts: number;
};

const DEFAULT_S3_LIMITS: S3Limits = { connect: 5_000, reply: 60_000, silence: 30_000, attempts: 3 };

/** A slow reader of a large blob holds a connection. */
const MOST_CONNECTIONS = 512;

/** Object; its time is in Unix milliseconds. */
export type S3Object = { key: string; bytes: number; modifiedAt: number };

/** Multipart upload that is under way; its time is in Unix milliseconds. */
export type S3Upload = { key: string; id: string; startedAt: number };

/** Errors are storage faults (503 or 507) unless a method says otherwise. */
export type S3Bucket = {
  client: S3Client;
  name: string;
  limits: S3Limits;
  /**
   * Stores an object.
   * @param isNew true: an existing object of this name is not replaced
   * @returns false when there is one
   */
  put(key: string, bytes: Uint8Array, options?: { isNew?: boolean }): Promise<boolean>;
  /** Returns the size in bytes; undefined when there is no such object. */
  size(key: string): Promise<number | undefined>;
  /** Does nothing when there is no such object. */
  remove(key: string): Promise<void>;
  list(prefix: string): Promise<S3Object[]>;
  startUpload(key: string): Promise<string>;
  /** @param number from 1 on @returns the part's tag */
  sendPart(upload: Pick<S3Upload, "key" | "id">, number: number, bytes: Uint8Array): Promise<string>;
  /** @param bytes size of all parts */
  completeUpload(upload: Pick<S3Upload, "key" | "id">, tags: readonly string[], bytes: number): Promise<void>;
  /** Does nothing when the upload has ended. */
  abortUpload(upload: Pick<S3Upload, "key" | "id">): Promise<void>;
  listUploads(prefix: string): Promise<S3Upload[]>;
  /** Returns the time of the last part, or of the start. */
  lastWrite(upload: S3Upload): Promise<number>;
  /** Rejects when the bucket is missing or refuses access. */
  check(): Promise<void>;
  close(): void;
};

export function openS3Bucket(settings: S3Settings, limits: S3Limits = DEFAULT_S3_LIMITS): S3Bucket {
  const { bucket, endpoint, region, credentials } = settings;
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials ? { credentials } : {}),
    maxAttempts: limits.attempts,
    // Other servers than AWS do not know the newer checksums. The signature covers the bytes.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    followRegionRedirects: endpoint === undefined,
    requestHandler: {
      connectionTimeout: limits.connect,
      requestTimeout: limits.reply,
      throwOnRequestTimeout: true,
      socketTimeout: limits.silence,
      httpAgent: { maxSockets: MOST_CONNECTIONS, keepAlive: true },
      httpsAgent: { maxSockets: MOST_CONNECTIONS, keepAlive: true },
    },
    // Its warnings would quote requests.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  });
  const of = (key: string) => ({ Bucket: bucket, Key: key });
  const ofUpload = ({ key, id }: Pick<S3Upload, "key" | "id">) => ({ ...of(key), UploadId: id });
  /** False once the server has refused a conditional write as unknown. */
  let hasConditions = true;

  async function put(key: string, bytes: Uint8Array, { isNew = false } = {}): Promise<boolean> {
    const condition = isNew && hasConditions ? { IfNoneMatch: "*" } : {};
    try {
      const { ETag } = await client.send(new PutObjectCommand({ ...of(key), ...condition, Body: bytes }));
      requireTag(ETag);
      return true;
    } catch (error) {
      if (isNew && isConflict(error)) return false;
      if (isNew && hasConditions && isUnknownCondition(error)) {
        hasConditions = false;
        return put(key, bytes);
      }
      throw createS3Error(error, `writing ${key}`);
    }
  }

  async function size(key: string): Promise<number | undefined> {
    try {
      const { ContentLength, ETag } = await client.send(new HeadObjectCommand(of(key)));
      requireTag(ETag);
      return ContentLength ?? 0;
    } catch (error) {
      if (isMissingObject(error)) return undefined;
      throw createS3Error(error, `looking up ${key}`);
    }
  }

  return {
    client,
    name: bucket,
    limits,
    put,

    size,

    async remove(key) {
      try {
        await client.send(new DeleteObjectCommand(of(key)));
      } catch (error) {
        if (!isMissingObject(error)) throw createS3Error(error, `removing ${key}`);
      }
    },

    list: (prefix) =>
      attempt(`listing ${prefix}`, async () => {
        const objects: S3Object[] = [];
        for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
          for (const { Key, Size, LastModified } of page.Contents ?? []) {
            if (Key !== undefined)
              objects.push({ key: Key, bytes: Size ?? 0, modifiedAt: LastModified?.getTime() ?? 0 });
          }
        }
        return objects;
      }),

    startUpload: (key) =>
      attempt(`starting the upload of ${key}`, async () => {
        const { UploadId } = await client.send(new CreateMultipartUploadCommand(of(key)));
        if (!UploadId) throw new Error("the reply has no upload id");
        return UploadId;
      }),

    sendPart: (upload, number, bytes) =>
      attempt(`uploading ${upload.key}`, async () => {
        const part = new UploadPartCommand({ ...ofUpload(upload), PartNumber: number, Body: bytes });
        return requireTag((await client.send(part)).ETag);
      }),

    async completeUpload(upload, tags, bytes) {
      const Parts = tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
      try {
        const complete = new CompleteMultipartUploadCommand({ ...ofUpload(upload), MultipartUpload: { Parts } });
        requireTag((await client.send(complete)).ETag);
      } catch (error) {
        // The answer to an earlier try may have been lost.
        if (isMissingObject(error) && (await size(upload.key)) === bytes) return;
        throw createS3Error(error, `completing the upload of ${upload.key}`);
      }
    },

    async abortUpload(upload) {
      try {
        await client.send(new AbortMultipartUploadCommand(ofUpload(upload)));
      } catch (error) {
        if (!isMissingObject(error)) throw createS3Error(error, `ending the upload of ${upload.key}`);
      }
    },

    listUploads: (prefix) =>
      attempt(`listing uploads of ${prefix}`, async () => {
        const uploads: S3Upload[] = [];
        let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
        while (from) {
          const page: ListMultipartUploadsCommandOutput = await client.send(
            new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...from }),
          );
          for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
            if (Key !== undefined && UploadId !== undefined) {
              uploads.push({ key: Key, id: UploadId, startedAt: Initiated?.getTime() ?? 0 });
            }
          }
          const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
          from = page.IsTruncated && KeyMarker ? { KeyMarker, UploadIdMarker } : undefined;
        }
        return uploads;
      }),

    async lastWrite(upload) {
      let last = upload.startedAt;
      try {
        for await (const page of paginateListParts({ client }, ofUpload(upload))) {
          for (const { LastModified } of page.Parts ?? []) last = Math.max(last, LastModified?.getTime() ?? 0);
        }
      } catch (error) {
        if (!isMissingObject(error)) throw createS3Error(error, `listing the upload of ${upload.key}`);
      }
      return last;
    },

    async check() {
      try {
        await client.send(new HeadBucketCommand({ Bucket: bucket }));
      } catch (error) {
        // A reply to HEAD has no body, so that only its status tells the reason.
        const reason = isMissingObject(error) ? new Error(`the bucket "${bucket}" does not exist`) : error;
        throw createS3Error(Object.assign(reason as Error, nameOfMissing(error)), `opening the bucket "${bucket}"`);
      }
    },

    close: () => client.destroy(),
  };
}

function nameOfMissing(error: unknown): { name?: string } {
  return isMissingObject(error) ? { name: "NoSuchBucket" } : {};
}

/** A proxy's page has the status of a success, but no tag. */
function requireTag(tag: string | undefined): string {
  if (!tag) throw new Error("the endpoint's reply is not one of S3: it has no ETag");
  return tag;
}

function isUnknownCondition(error: unknown): boolean {
  const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  return name === "NotImplemented" || $metadata?.httpStatusCode === 501;
}

async function attempt<Result>(action: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw createS3Error(error, action);
  }
}
