/**
 * Chats that survive a reload, in IndexedDB: sessions, the bytes of attachments by SHA-256, and the raw wire of answers.
 * Nothing here ever holds a key.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { ChatSettings } from "./chat-settings.ts";
import { draftedFiles } from "./drafted-files.ts";
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
  /** It stands above the others. */
  pinned?: boolean;
  createdAt: number;
  updatedAt: number;
  settings: ChatSettings;
  transcript: Transcript;
};

export type SessionSummary = Pick<ChatSession, "id" | "title" | "pinned" | "updatedAt">;

export const summaryOf = ({ id, title, pinned, updatedAt }: ChatSession): SessionSummary =>
  pinned ? { id, title, pinned, updatedAt } : { id, title, updatedAt };

/** A page's settings under a name. */
export type SavedPreset = { id: string; page: TextPage; name: string; settings: ChatSettings; updatedAt: number };

interface Schema extends DBSchema {
  sessions: { key: string; value: ChatSession; indexes: { updatedAt: number } };
  blobs: { key: string; value: { sha256: string; bytes: Blob } };
  wires: { key: string; value: WireRecord; indexes: { sessionId: string } };
  presets: { key: string; value: SavedPreset };
}

export type History = {
  list(): Promise<SessionSummary[]>;
  /** All of them whole, newest first: for a search, and to export them. */
  loadAll(): Promise<ChatSession[]>;
  load(id: string): Promise<ChatSession | undefined>;
  save(session: ChatSession): Promise<void>;
  /** Removes the session alone, so that `save` brings it back whole; `sweep` then removes what belonged to it. */
  remove(id: string): Promise<void>;
  /** Removes wire records of sessions that are gone, and blobs that neither a session nor a draft refers to. */
  sweep(): Promise<void>;
  saveBlob(sha256: string, bytes: Blob): Promise<void>;
  loadBlob(sha256: string): Promise<Blob | undefined>;
  saveWire(record: WireRecord): Promise<void>;
  loadWire(turnId: string): Promise<WireRecord | undefined>;
  /** By name. */
  listPresets(): Promise<SavedPreset[]>;
  savePreset(preset: SavedPreset): Promise<void>;
  removePreset(id: string): Promise<void>;
};

/** @param page `compare`: of all columns of the comparisons, whichever dialect each speaks */
export function openHistory(page: TextPage | "compare"): History {
  const name = page === "chat" ? "parlance" : `parlance-${page}`;
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const database = () => {
    opened ??= openDB<Schema>(name, 2, {
      upgrade(db, oldVersion) {
        if (oldVersion < 1) {
          db.createObjectStore("sessions", { keyPath: "id" }).createIndex("updatedAt", "updatedAt");
          db.createObjectStore("blobs", { keyPath: "sha256" });
          db.createObjectStore("wires", { keyPath: "turnId" }).createIndex("sessionId", "sessionId");
        }
        db.createObjectStore("presets", { keyPath: "id" });
      },
      // Another tab with a newer version waits for this one; what is written next opens the database anew.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        opened = undefined;
      },
    });
    return opened;
  };

  const loadAll = async () => (await (await database()).getAllFromIndex("sessions", "updatedAt")).reverse();

  return {
    list: async () => (await loadAll()).map(summaryOf),
    loadAll,
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
    },
    async sweep() {
      const rows = (await database()).transaction(["sessions", "blobs", "wires"], "readwrite");
      const sessions = await rows.objectStore("sessions").getAll();
      const kept = new Set([...sessions.flatMap(({ transcript }) => referencedFiles(transcript)), ...draftedFiles()]);
      const blobs = rows.objectStore("blobs");
      for (const sha256 of await blobs.getAllKeys()) if (!kept.has(sha256)) await blobs.delete(sha256);
      const known = new Set(sessions.map(({ id }) => id));
      const wires = rows.objectStore("wires");
      for (let row = await wires.index("sessionId").openKeyCursor(); row; row = await row.continue()) {
        if (!known.has(row.key)) await wires.delete(row.primaryKey);
      }
      await rows.done;
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
      await (await database()).put("wires", {
        ...record,
        events,
        request: shortenFiles(record.request),
        ...shortenOther(record),
      });
    },
    loadWire: async (turnId) => (await database()).get("wires", turnId),
    async listPresets() {
      const presets = await (await database()).getAll("presets");
      return presets.sort((one, other) => one.name.localeCompare(other.name));
    },
    async savePreset(preset) {
      await (await database()).put("presets", preset);
    },
    async removePreset(id) {
      await (await database()).delete("presets", id);
    },
  };
}

/** Base64 in a history makes it huge; the bytes are in the blob store already. */
export function shortenFiles(json: string): string {
  return json.replace(
    /"(data:[^;"]*;base64,|(?:data|result|partial_image_b64)":\s*")([A-Za-z0-9+/=]{64})[A-Za-z0-9+/=]{400,}"/g,
    '"$1$2…"',
  );
}

function shortenOther({ other }: WireRecord): Pick<WireRecord, "other"> {
  if (!other?.sent) return {};
  return { other: { ...other, sent: { ...other.sent, body: shortenFiles(other.sent.body) } } };
}
