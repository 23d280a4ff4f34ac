/** Kinds of database faults, without the errors that clients see: a worker that loads those starts 100 ms later. */
import type { StorageFault } from "#lib/http/storage-fault.ts";

/** Faults by SQLite's primary result codes (its manual, Result and Error Codes). */
const SQLITE_FAULTS: Record<number, StorageFault> = {
  3: "read-only", // PERM
  5: "locked", // BUSY
  6: "locked", // LOCKED
  7: "failing", // NOMEM
  8: "read-only", // READONLY
  10: "failing", // IOERR
  11: "failing", // CORRUPT
  13: "full", // FULL
  14: "unreachable", // CANTOPEN
  15: "locked", // PROTOCOL
  26: "failing", // NOTADB
};

/** Faults by Postgres' SQLSTATE or its class (Postgres' manual, appendix A). */
const POSTGRES_FAULTS: Record<string, StorageFault> = {
  "08": "unreachable",
  "25006": "read-only",
  "28": "unreachable",
  "3D": "unreachable",
  "40": "locked",
  "53": "failing",
  "53100": "full",
  "53300": "unreachable",
  "55P03": "locked",
  "57": "unreachable",
  "58": "failing",
  XX001: "failing",
  XX002: "failing",
};
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Returns undefined for an error of the statement itself. */
export type ClassifyFault = (error: Error) => StorageFault | undefined;

/**
 * node:sqlite puts the extended result code in `errcode`; its low byte is the primary code. An error without one comes
 * from the thread.
 */
export const classifySqlite: ClassifyFault = (error) =>
  "errcode" in error && typeof error.errcode === "number" ? SQLITE_FAULTS[error.errcode & 0xff] : faultOfDriver(error);

/** An error without an SQLSTATE comes from the connection. */
export const classifyPostgres: ClassifyFault = (error) => {
  const code = "code" in error && "severity" in error ? String(error.code) : "";
  if (!SQLSTATE.test(code)) return faultOfDriver(error) && "unreachable";
  return POSTGRES_FAULTS[code] ?? POSTGRES_FAULTS[code.slice(0, 2)];
};

function faultOfDriver(error: Error): StorageFault | undefined {
  return error instanceof TypeError || error instanceof RangeError ? undefined : "failing";
}
