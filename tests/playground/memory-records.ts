import type { SyncRecord, SyncRecords } from "#lib/playground/history/sync/sync-records.ts";

/** State of a sync in memory, with the same copies in and out that IndexedDB makes. */
export function memoryRecords(): SyncRecords {
  const records = new Map<string, SyncRecord>();
  const cursors = new Map<string, number>();
  return {
    get: async (id) => structuredClone(records.get(id)),
    put: async (record) => void records.set(record.id, structuredClone(record)),
    list: async (page) => [...records.values()].filter((record) => record.page === page),
    getCursor: async (name) => cursors.get(name) ?? 0,
    setCursor: async (name, cursor) => void cursors.set(name, cursor),
  };
}
