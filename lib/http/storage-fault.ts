/** Faults of the places where the gateway stores data: disk, SQLite file, Postgres. They are the operator's to end, not the client's. */
import { GatewayError } from "./gateway-error.ts";

export type StorageFault = "full" | "locked" | "read-only" | "unreachable" | "failing";

const FAULTS: Record<StorageFault, { status: 503 | 507; retrySeconds: number; problem: string }> = {
  full: { status: 507, retrySeconds: 30, problem: "is full" },
  locked: { status: 503, retrySeconds: 1, problem: "is locked by another process" },
  "read-only": { status: 503, retrySeconds: 30, problem: "is read-only" },
  unreachable: { status: 503, retrySeconds: 2, problem: "cannot be reached" },
  failing: { status: 503, retrySeconds: 5, problem: "fails" },
};

/** Faults by the operating system's codes, those of a process with too many open files among them. */
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
/** A firewall refuses connections by the same codes. */
const NETWORK_CALLS = new Set(["connect", "getaddrinfo", "bind", "listen"]);

/** @param cause stays in the log: it may name paths and addresses */
export function storageFault(fault: StorageFault, cause: unknown): GatewayError {
  const { status, retrySeconds, problem } = FAULTS[fault];
  return new GatewayError({
    status,
    message: `The storage of this gateway ${problem}, so that the request was not carried out. Send it again later; the gateway's log has the reason for its operator.`,
    code: `storage_${fault.replace("-", "_")}`,
    headers: { "retry-after": String(retrySeconds) },
    cause,
  });
}

/** Undefined for an error that is not the operating system's about a file. */
export function diskFault(error: unknown): GatewayError | undefined {
  if (!(error instanceof Error) || !("syscall" in error) || NETWORK_CALLS.has(String(error.syscall))) return undefined;
  const fault = DISK_FAULTS[String((error as NodeJS.ErrnoException).code)];
  return fault && storageFault(fault, error);
}

export function isStorageFault(error: unknown): error is GatewayError {
  return GatewayError.isInstance(error) && error.code?.startsWith("storage_") === true;
}

/** The reason of an error, for the log: of a storage fault, what the disk or the database said. */
export function reasonOf(error: unknown): string {
  const reason = isStorageFault(error) ? error.cause : error;
  return reason instanceof Error ? reason.message || reason.name : String(reason);
}
