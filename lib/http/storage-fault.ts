/** Faults of the gateway's storage: disk, SQLite file, Postgres. The operator must fix them, not the client. */
import { GatewayError } from "./gateway-error.ts";

export type StorageFault = "full" | "locked" | "read-only" | "unreachable" | "failing";

const FAULTS: Record<StorageFault, { status: 503 | 507; retrySeconds: number; problem: string }> = {
  full: { status: 507, retrySeconds: 30, problem: "is full" },
  locked: { status: 503, retrySeconds: 1, problem: "is locked by another process" },
  "read-only": { status: 503, retrySeconds: 30, problem: "is read-only" },
  unreachable: { status: 503, retrySeconds: 2, problem: "cannot be reached" },
  failing: { status: 503, retrySeconds: 5, problem: "fails" },
};

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
  const { status, retrySeconds, problem } = FAULTS[fault];
  return new GatewayError({
    status,
    message: `The storage of this gateway ${problem}, so that the request was not carried out. Send it again later; the gateway's log has the reason for its operator.`,
    code: `storage_${fault.replace("-", "_")}`,
    headers: { "retry-after": String(retrySeconds) },
    cause,
  });
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
