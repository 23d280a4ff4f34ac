/** State of the gateway's copies of the conversations in this browser, in IndexedDB. */
import { type DBSchema, openDB } from "idb";
import type { Filing } from "../filing.ts";

export type SyncRecord = {
  /** Id of the conversation. */
  id: string;
  page: string;
  /** Key or person for whom the gateway stores it; absent before the first time. */
  owner?: string;
  /** Revision of the gateway that the conversation here is based on; 0 when the gateway has none. */
  revision: number;
  /** Fingerprint of the conversation as both had it last. */
  fingerprint?: string;
  /** Title and time as both had them last, which a list shows without reading the conversation. */
  listed?: string;
  /** Folder and tags as both had them last: what one side has changed since is known from them. */
  filing?: Filing;
  /** The user keeps it on this device. */
  isDeviceOnly?: boolean;
  /** `pending`: it was deleted here, and the gateway has not been told yet. */
  removed?: "pending" | "done";
};

interface Schema extends DBSchema {
  records: { key: string; value: SyncRecord };
  cursors: { key: string; value: number };
}

export type SyncRecords = {
  get(id: string): Promise<SyncRecord | undefined>;
  put(record: SyncRecord): Promise<void>;
  list(page: string): Promise<SyncRecord[]>;
  getCursor(name: string): Promise<number>;
  setCursor(name: string, cursor: number): Promise<void>;
};

export function openSyncRecords(): SyncRecords {
  const database = openDB<Schema>("parlance-sync", 1, {
    upgrade(db) {
      db.createObjectStore("records", { keyPath: "id" });
      db.createObjectStore("cursors");
    },
  });
  return {
    get: async (id) => (await database).get("records", id),
    async put(record) {
      await (await database).put("records", record);
    },
    list: async (page) => (await (await database).getAll("records")).filter((record) => record.page === page),
    getCursor: async (name) => (await (await database).get("cursors", name)) ?? 0,
    async setCursor(name, cursor) {
      await (await database).put("cursors", cursor, name);
    },
  };
}
