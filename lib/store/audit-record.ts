/** The audit log as it is stored. Entries are only added, and removed by their age. Times are Unix milliseconds. */
import type { AuditAction, AuditChange } from "#lib/contract/audit.ts";

export type AuditRecord = {
  id: string;
  time: number;
  /** Key, "admin", or an `AuditActorId`. */
  actorId: string;
  actorName: string;
  action: AuditAction;
  targetId: string | null;
  targetName: string | null;
  changes: AuditChange[];
  address: string | null;
  requestId: string | null;
};

/** Position of an entry: its time, then its id. */
export type AuditPosition = Pick<AuditRecord, "time" | "id">;

/** All set fields must match. */
export type AuditFilter = {
  actorId?: string | undefined;
  action?: AuditAction | undefined;
  targetId?: string | undefined;
  /** Earliest time, inclusive. */
  since?: number | undefined;
  /** Latest time, exclusive. */
  until?: number | undefined;
};

export type AuditStore = {
  /** Adds an entry; its id and time are set here unless given. */
  append(entry: Omit<AuditRecord, "id" | "time"> & { time?: number }): Promise<AuditRecord>;
  /** Returns entries, newest first. */
  list(query: AuditFilter & { limit: number; after?: AuditPosition | undefined }): Promise<AuditRecord[]>;
  /** Removes entries of before a time, in batches. */
  removeBefore(time: number, signal: AbortSignal): Promise<void>;
};
