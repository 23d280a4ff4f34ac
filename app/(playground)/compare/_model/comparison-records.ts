/**
 * Stores comparisons in IndexedDB, so that they survive a reload. The columns' conversations are stored in the history
 * of `compare`.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { ChatSettings } from "#lib/playground/chat/chat-settings.ts";
import type { TextPage } from "#lib/playground/history/history.ts";
import { type Column, isEmptyColumn } from "./column.ts";

export type ColumnRecord = { page: TextPage; sessionId: string; settings: ChatSettings };

export type ComparisonRecord = { id: string; title: string; updatedAt: number; columns: ColumnRecord[] };

export type ComparisonSummary = Pick<ComparisonRecord, "id" | "title" | "updatedAt">;

export type ComparisonRecords = {
  /** Lists comparisons, newest first. */
  list(): Promise<ComparisonRecord[]>;
  load(id: string): Promise<ComparisonRecord | undefined>;
  save(record: ComparisonRecord): Promise<void>;
  remove(id: string): Promise<void>;
};

interface Schema extends DBSchema {
  comparisons: { key: string; value: ComparisonRecord; indexes: { updatedAt: number } };
}

export function openComparisonRecords(): ComparisonRecords {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const database = () => {
    opened ??= openDB<Schema>("parlance-comparisons", 1, {
      upgrade(db) {
        db.createObjectStore("comparisons", { keyPath: "id" }).createIndex("updatedAt", "updatedAt");
      },
    });
    return opened;
  };
  return {
    list: async () => (await (await database()).getAllFromIndex("comparisons", "updatedAt")).reverse(),
    load: async (id) => (await database()).get("comparisons", id),
    async save(record) {
      await (await database()).put("comparisons", record);
    },
    async remove(id) {
      await (await database()).delete("comparisons", id);
    },
  };
}

/** Creates the record of the current columns. Its title is that of the first column with messages. */
export function createRecord(id: string, columns: readonly Column[]): ComparisonRecord {
  const titled = columns.find((column) => !isEmptyColumn(column));
  const sessions = columns.map(({ chat }) => chat.store.get().session);
  return {
    id,
    title: titled?.chat.store.get().session.title ?? "Comparison",
    updatedAt: Math.max(...sessions.map(({ updatedAt }) => updatedAt)),
    columns: columns.map(({ page, chat }) => {
      const { id: sessionId, settings } = chat.store.get().session;
      return { page, sessionId, settings };
    }),
  };
}
