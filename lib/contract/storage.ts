/** Replies of `/api/storage`: what the gateway has stored. Times are Unix milliseconds. */

export const STORAGE_KINDS = [
  "requests",
  "records",
  "files",
  "images",
  "videos",
  "responses",
  "shares",
  "prompts",
  "evaluations",
  "conversations",
  "presets",
  "uploads",
  "sessions",
  "audit",
] as const;
/** `requests` is the request log, `records` the bodies of its requests, `uploads` are those in progress, `sessions` those of browsers, `audit` the audit log. */
export type StorageKind = (typeof STORAGE_KINDS)[number];

export const CLEARABLE_KINDS = [
  "requests",
  "records",
  "files",
  "images",
  "videos",
  "responses",
  "shares",
  "evaluations",
] as const;
/** Kinds whose data an admin can remove before their time; uploads, sessions and the audit log end by themselves. */
export type ClearableKind = (typeof CLEARABLE_KINDS)[number];

/** Amount of stored data. */
export type StorageAmount = {
  items: number;
  /** Null when it is not counted. */
  bytes: number | null;
  /** Creation of the oldest item; null without items. */
  oldest_at: number | null;
};

export type StorageKindUse = StorageAmount & {
  kind: StorageKind;
  /** True for `bytes` that are computed from the size of the database. */
  estimated: boolean;
  /** Lifetime in seconds; null for data that stay until they are deleted. */
  keep_seconds: number | null;
  /** Seconds after which data are removed whose key was revoked or has expired; null where that changes nothing. */
  ended_key_seconds: number | null;
  /** Setting of the config file for the lifetime; null when it is fixed. */
  setting: string | null;
  clearable: boolean;
  /** True while older data are being removed. */
  clearing: boolean;
  /** Keys with the most bytes. */
  keys: { key_id: string /** Null for a key that is gone. */; name: string | null; items: number; bytes: number }[];
};

export type StorageReport = {
  object: "storage";
  /** Time of the measurement, which is repeated after a minute. */
  measured_at: number;
  database: { engine: "sqlite" | "postgres" /** File; null for Postgres. */; path: string | null; bytes: number };
  /** Place of uploaded files, images and videos. */
  blobs: { store: "folder" | "s3" /** Folder or bucket. */; place: string; endpoint: string | null };
  kinds: StorageKindUse[];
};

/** Data that a removal takes, or took. */
export type StorageCut = StorageAmount & {
  kind: ClearableKind;
  /** Items that were created before this time are meant. */
  before: number;
  /** True when the removal goes on after the reply. */
  clearing: boolean;
};
