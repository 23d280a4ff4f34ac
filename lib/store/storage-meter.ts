/** StorageMeter: measures what is stored by kind and by key, and removes old data. */
import type { ClearableKind, StorageAmount, StorageKind } from "#lib/contract/storage.ts";
import type { CountedKind } from "./quota/storage-triggers.ts";

/** Amount of one kind that one key has stored. */
export type StorageOwner = { kind: CountedKind; keyId: string; items: number; bytes: number };

export type StorageMeasure = {
  engine: "sqlite" | "postgres";
  /** Size of the database in bytes. */
  bytes: number;
  kinds: Record<StorageKind, StorageAmount>;
  /** True when the bytes of the request log are computed from the size of the database. */
  isLogEstimated: boolean;
  /** Keys with the most bytes of each kind. */
  owners: StorageOwner[];
};

/** @param before Unix milliseconds */
export type RemoveOld = (before: number, signal: AbortSignal) => Promise<void>;

export type StorageMeter = {
  /** Reads sums and sizes; the slowest is a count of the log, on a thread of its own. */
  measure(): Promise<StorageMeasure>;
  /** Counts the data of a kind that were created before a time (Unix milliseconds). */
  count(kind: ClearableKind, before: number): Promise<StorageAmount>;
  /** Removes rows that were created before a time, in batches, until the signal is aborted. */
  removeResponses: RemoveOld;
  removeShares: RemoveOld;
  removeRequests: RemoveOld;
  removeRecords: RemoveOld;
  removeEvaluations: RemoveOld;
};
