/**
 * Chats that survive a reload, in IndexedDB: sessions, the bytes of attachments by SHA-256, and the raw wire of answers.
 * Nothing here ever holds a key.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { ChatSettings } from "./chat-settings.ts";
import { referencedFiles } from "./referenced-files.ts";
import { type Transcript, withoutBytes } from "./transcript.ts";
import type { WireRecord } from "./wire/wire-record.ts";

/** The page that a conversation belongs to; each keeps its own. */
export type TextPage = "chat" | "responses" | "messages" | "generate-content";

export type ChatSession = {
  id: string;
  page: TextPage;
  title: string;
  /** The title was given by hand and no longer follows the first message. */
  renamed: boolean;
  createdAt: number;
  updatedAt: number;
  settings: ChatSettings;
  transcript: Transcript;
};

export type SessionSummary = Pick<ChatSession, "id" | "title" | "updatedAt">;

interface Schema extends DBSchema {
  sessions: { key: string; value: ChatSession; indexes: { updatedAt: number } };
  blobs: { key: string; value: { sha256: string; bytes: Blob } };
  wires: { key: string; value: WireRecord; indexes: { sessionId: string } };
}

export type History = {
  list(): Promise<SessionSummary[]>;
  load(id: string): Promise<ChatSession | undefined>;
  save(session: ChatSession): Promise<void>;
  /** Removes the session, its wire records, and blobs that no other session refers to. */
  remove(id: string): Promise<void>;
  saveBlob(sha256: string, bytes: Blob): Promise<void>;
  loadBlob(sha256: string): Promise<Blob | undefined>;
  saveWire(record: WireRecord): Promise<void>;
  loadWire(turnId: string): Promise<WireRecord | undefined>;
};

/** @param page `compare`: of all columns of the comparisons, whichever dialect each speaks */
export function openHistory(page: TextPage | "compare"): History {
  const name = page === "chat" ? "parlance" : `parlance-${page}`;
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const database = () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade(db) {
        db.createObjectStore("sessions", { keyPath: "id" }).createIndex("updatedAt", "updatedAt");
        db.createObjectStore("blobs", { keyPath: "sha256" });
        db.createObjectStore("wires", { keyPath: "turnId" }).createIndex("sessionId", "sessionId");
      },
    });
    return opened;
  };

  return {
    async list() {
      const sessions = await (await database()).getAllFromIndex("sessions", "updatedAt");
      return sessions.reverse().map(({ id, title, updatedAt }) => ({ id, title, updatedAt }));
    },
    load: async (id) => (await database()).get("sessions", id),
    async save(session) {
      const transcript = withoutBytes(session.transcript);
      await (await database()).put("sessions", { ...session, transcript });
    },
    async remove(id) {
      const db = await database();
      // Committed by itself, at once: a page that is left takes an open transaction back, and the chat would return.
      const row = db.transaction("sessions", "readwrite");
      await Promise.all([row.store.delete(id), row.commit(), row.done]);
      const sweep = db.transaction(["sessions", "blobs", "wires"], "readwrite");
      const sessions = await sweep.objectStore("sessions").getAll();
      const kept = new Set(sessions.flatMap((session) => referencedFiles(session.transcript)));
      const blobs = sweep.objectStore("blobs");
      for (const sha256 of await blobs.getAllKeys()) if (!kept.has(sha256)) await blobs.delete(sha256);
      const wires = sweep.objectStore("wires");
      for (const turnId of await wires.index("sessionId").getAllKeys(id)) await wires.delete(turnId);
      await sweep.done;
    },
    async saveBlob(sha256, bytes) {
      await (await database()).put("blobs", { sha256, bytes });
    },
    loadBlob: async (sha256) => (await (await database()).get("blobs", sha256))?.bytes,
    async saveWire(record) {
      const events = record.events.map((event) => {
        const data = shortenFiles(event.data);
        // What it was written as would hold the file whole.
        return data === event.data ? event : { ...event, data, raw: undefined };
      });
      await (await database()).put("wires", { ...record, events, request: shortenFiles(record.request) });
    },
    loadWire: async (turnId) => (await database()).get("wires", turnId),
  };
}

/** Base64 in a history makes it huge; the bytes are in the blob store already. */
export function shortenFiles(json: string): string {
  return json.replace(
    /"(data:[^;"]*;base64,|(?:data|result|partial_image_b64)":\s*")([A-Za-z0-9+/=]{64})[A-Za-z0-9+/=]{400,}"/g,
    '"$1$2…"',
  );
}
