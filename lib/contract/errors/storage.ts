/** Errors of the gateway's storage: its faults, which the operator must fix, and the quotas of keys. */
import { formatBytes } from "../format-bytes.ts";
import { defineErrors } from "./define-errors.ts";
import { alternatives, count, quote } from "./wording.ts";

const fault = (status: 503 | 507, code: string, seconds: number, state: string) => ({
  status,
  code,
  headers: { "retry-after": String(seconds) },
  message: `The gateway's storage ${state}. Nothing was changed; send this request again in ${seconds} s.`,
});

type Quota = { /** Setting, such as `files`. */ kind: string /** Plural. */; items: string };

const exceeded = {
  status: 507,
  type: "insufficient_quota",
  code: "quota_exceeded",
  // An immediate retry would fail in the same way (wire-formats §7.4).
  headers: { "x-should-retry": "false" },
} as const;

const remedies = ({ kind }: Quota) =>
  `Delete some, wait until they expire${kind === "responses" ? ", send `store: false`" : ""}, or raise the setting \`quotas.${kind}\`.`;

export const storageErrors = defineErrors({
  storageFull: fault(507, "storage_full", 30, "is full"),
  storageLocked: fault(503, "storage_locked", 1, "is locked by another process"),
  storageReadOnly: fault(503, "storage_read_only", 30, "is read-only"),
  storageUnreachable: fault(503, "storage_unreachable", 2, "cannot be reached"),
  storageRefused: fault(503, "storage_refused", 30, "refuses access"),
  storageFailing: fault(503, "storage_failing", 5, "is failing"),
  quotaOfItemsExceeded: {
    ...exceeded,
    message: ({ limit, ...quota }: Quota & { limit: number }) =>
      `This key already has ${count(limit)} ${quota.items}, the most it may have. ${remedies(quota)}`,
    sample: { kind: "files", items: "files", limit: 1_000 },
  },
  quotaOfBytesExceeded: {
    ...exceeded,
    message: ({ limit, bytes, ...quota }: Quota & { limit: number /** With the new item. */; bytes: number }) =>
      `This key may store ${formatBytes(limit)} of ${quota.items}; this request would make it ${formatBytes(bytes)}. ${remedies(quota)}`,
    sample: { kind: "files", items: "files", limit: 1024 ** 3, bytes: 1.5 * 1024 ** 3 },
  },
  storageKindNotFound: {
    status: 404,
    code: "storage_kind_not_found",
    message: ({ kind, kinds }: { kind: string; kinds: readonly string[] }) =>
      `No data of the kind ${quote(kind)} can be cleared. Use ${alternatives(kinds)}.`,
    sample: { kind: "keys", kinds: ["requests", "files"] },
  },
  keyNotFound: {
    status: 404,
    code: "key_not_found",
    message: ({ id }: { id: string }) => `No key has the id ${quote(id)}. GET /api/keys lists all keys.`,
    sample: { id: "key_1" },
  },
  keyAmbiguous: {
    status: 409,
    code: "ambiguous_key",
    message: ({ prefix, ids }: { prefix: string; ids: readonly string[] }) =>
      `${quote(prefix)} is the prefix of ${ids.length} keys. Use one of their ids: ${alternatives(ids)}.`,
    sample: { prefix: "pk_ab", ids: ["key_1", "key_2"] },
  },
});
