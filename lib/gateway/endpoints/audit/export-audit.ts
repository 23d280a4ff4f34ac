/** Writes the audit log as CSV or JSON, one page of entries after the other. */
import type { AuditEntry } from "#lib/contract/audit.ts";
import type { AuditFilter, AuditPosition, AuditRecord, AuditStore } from "#lib/store/audit-record.ts";

const PAGE = 500;

export function toAuditEntry(record: AuditRecord): AuditEntry {
  const { id, time, actorId, actorName, action, targetId, targetName, changes, address, requestId } = record;
  return {
    object: "audit_entry",
    id,
    time,
    actor: { id: actorId, name: actorName },
    action,
    target: targetId === null ? null : { id: targetId, name: targetName },
    changes,
    address,
    request_id: requestId,
  };
}

export async function* writeAuditJson(store: AuditStore, filter: AuditFilter): AsyncGenerator<string> {
  let start = "[";
  for await (const page of readPages(store, filter)) {
    yield `${start}\n${page.map((record) => JSON.stringify(toAuditEntry(record))).join(",\n")}`;
    start = ",";
  }
  yield start === "[" ? "[]\n" : "\n]\n";
}

const COLUMNS = [
  ...["time", "actor_id", "actor", "action", "target_id", "target", "changes", "address", "request_id", "id"],
];

export async function* writeAuditCsv(store: AuditStore, filter: AuditFilter): AsyncGenerator<string> {
  yield writeRow(COLUMNS);
  for await (const page of readPages(store, filter)) yield page.map(toRow).join("");
}

async function* readPages(store: AuditStore, filter: AuditFilter): AsyncGenerator<AuditRecord[]> {
  let after: AuditPosition | undefined;
  for (;;) {
    const page = await store.list({ ...filter, limit: PAGE, after });
    after = page.at(-1);
    if (!after) return;
    yield page;
    if (page.length < PAGE) return;
  }
}

function toRow(record: AuditRecord): string {
  const { time, actorId, actorName, action, targetId, targetName, changes, address, requestId, id } = record;
  const fields = [new Date(time).toISOString(), actorId, actorName, action, targetId, targetName];
  return writeRow([...fields, changes.length > 0 ? JSON.stringify(changes) : "", address, requestId, id]);
}

function writeRow(cells: (string | null)[]): string {
  return `${cells.map((cell) => writeCell(cell ?? "")).join(",")}\r\n`;
}

/** Quotes a cell where needed (RFC 4180). A spreadsheet takes a cell that begins with one of these as a formula. */
function writeCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
