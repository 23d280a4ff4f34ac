/** Faults of the gateway's storage: disk, SQLite file, Postgres, S3. The operator must fix them, not the client. */
import { errors } from "./errors.ts";
import { GatewayError } from "./gateway-error.ts";

const FAULTS = {
  full: errors.storageFull,
  locked: errors.storageLocked,
  "read-only": errors.storageReadOnly,
  unreachable: errors.storageUnreachable,
  refused: errors.storageRefused,
  failing: errors.storageFailing,
};

export type StorageFault = keyof typeof FAULTS;

/** Faults by the operating system's codes, including those of a process with too many open files. */
const DISK_FAULTS: Record<string, StorageFault> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EROFS: "read-only",
  EACCES: "read-only",
  EPERM: "read-only",
  EIO: "failing",
  ESTALE: "failing",
  EMFILE: "failing",
  ENFILE: "failing",
};
/** A firewall refuses connections with the same codes. */
const NETWORK_CALLS = new Set(["connect", "getaddrinfo", "bind", "listen"]);

/** @param cause only logged: it may name paths and addresses */
export function createStorageError(fault: StorageFault, cause: unknown): GatewayError {
  return FAULTS[fault]({ cause });
}

/** Returns undefined for an error that is not the operating system's error about a file. */
export function toStorageError(error: unknown): GatewayError | undefined {
  if (!(error instanceof Error) || !("syscall" in error) || NETWORK_CALLS.has(String(error.syscall))) return undefined;
  const fault = DISK_FAULTS[String((error as NodeJS.ErrnoException).code)];
  return fault && createStorageError(fault, error);
}

export function isStorageFault(error: unknown): error is GatewayError {
  return GatewayError.isInstance(error) && error.code?.startsWith("storage_") === true;
}

/** Returns the reason of an error for the log: for a storage fault, the message of the disk or the database. */
export function describeReason(error: unknown): string {
  const reason = isStorageFault(error) ? error.cause : error;
  return reason instanceof Error ? reason.message || reason.name : String(reason);
}
