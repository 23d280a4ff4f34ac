/**
 * Stored chats in IndexedDB: sessions, the bytes of attachments by SHA-256, and the recorded requests of responses.
 * Never stores a key.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { ChatSettings } from "../chat/chat-settings.ts";
import { type Transcript, withoutBytes } from "../conversation/transcript.ts";
import { draftedFiles } from "../files/drafted-files.ts";
import { referencedFiles } from "../files/referenced-files.ts";
import type { SavedTrace } from "../trace/trace.ts";
import { createRoom } from "./history-room.ts";

/** Page of a conversation; each page has its own database. */
export type TextPage = "chat" | "responses" | "messages" | "generate-content";

export type ChatSession = {
  id: string;
  page: TextPage;
  title: string;
  /** The user set the title, so it no longer follows the first message. */
  renamed: boolean;
  /** Listed above unpinned conversations. */
  pinned?: boolean;
  /** Absent outside of folders. */
  folder?: string;
  tags?: readonly string[];
  /** Time of recording of a demo run, in unix milliseconds. Demo runs are shown and never saved. */
  recordedAt?: number;
  createdAt: number;
  updatedAt: number;
  settings: ChatSettings;
  transcript: Transcript;
};

export type SessionSummary = Pick<ChatSession, "id" | "title" | "pinned" | "folder" | "tags" | "updatedAt"> & {
  /** Model of the newest response. */
  model?: string;
};

export function summarize({ id, title, pinned, folder, tags, updatedAt, transcript }: ChatSession): SessionSummary {
  const newest = Object.values(transcript.turns).findLast((turn) => turn.role === "assistant");
  return {
    ...{ id, title, updatedAt },
    ...(pinned && { pinned }),
    ...(folder && { folder }),
    ...(tags?.length && { tags }),
    ...(newest && { model: newest.model }),
  };
}

export type NamedSettings = { id: string; name: string; settings: ChatSettings; updatedAt: number };

/** A preset of a text page. */
export type SavedPreset = NamedSettings & { page: TextPage };

interface Schema extends DBSchema {
  sessions: { key: string; value: ChatSession; indexes: { updatedAt: number } };
  /** The part of each session that lists show, so that a list does not load all conversations. */
  summaries: { key: string; value: SessionSummary; indexes: { updatedAt: number } };
  blobs: { key: string; value: { sha256: string; bytes: Blob } };
  wires: { key: string; value: SavedTrace; indexes: { sessionId: string } };
  presets: { key: string; value: SavedPreset };
}

export type History = {
  list(): Promise<SessionSummary[]>;
  /** Loads all complete conversations, newest first: for search and export. */
  loadAll(): Promise<ChatSession[]>;
  load(id: string): Promise<ChatSession | undefined>;
  save(session: ChatSession): Promise<void>;
  /** Removes only the session, so that `save` restores it completely; `sweep` then removes its records and files. */
  remove(id: string): Promise<void>;
  /** Removes recorded requests of sessions that are gone, and blobs that neither a session nor a draft refers to. */
  sweep(): Promise<void>;
  saveBlob(sha256: string, bytes: Blob): Promise<void>;
  loadBlob(sha256: string): Promise<Blob | undefined>;
  saveTrace(record: SavedTrace): Promise<void>;
  loadTrace(turnId: string): Promise<SavedTrace | undefined>;
  /** Sorted by name. */
  listPresets(): Promise<SavedPreset[]>;
  savePreset(preset: SavedPreset): Promise<void>;
  removePreset(id: string): Promise<void>;
};

/**
 * Delay of the sweep after the page has loaded, in milliseconds; deletions of the last visit can no longer be undone by
 * then.
 */
const SWEEP_DELAY = 15_000;

/** @param page `compare`: the columns of all comparisons, in any dialect */
export function openHistory(page: TextPage | "compare"): History {
  const name = page === "chat" ? "parlance" : `parlance-${page}`;
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  let sweeps = false;
  /** Blobs saved since the page loaded: they may belong to a message that is not saved yet. */
  const recent = new Set<string>();
  const database = () => {
    opened ??= openDB<Schema>(name, 3, {
      upgrade(db, oldVersion) {
        if (oldVersion < 1) {
          db.createObjectStore("sessions", { keyPath: "id" }).createIndex("updatedAt", "updatedAt");
          db.createObjectStore("blobs", { keyPath: "sha256" });
          db.createObjectStore("wires", { keyPath: "turnId" }).createIndex("sessionId", "sessionId");
        }
        if (oldVersion < 2) db.createObjectStore("presets", { keyPath: "id" });
        // Filled by the first list, because a full browser must still be able to open its database.
        db.createObjectStore("summaries", { keyPath: "id" }).createIndex("updatedAt", "updatedAt");
      },
      // A tab with a newer version waits for this one to close the database; the next write reopens it.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        opened = undefined;
      },
    });
    return opened;
  };

  const loadAll = async () => (await (await database()).getAllFromIndex("sessions", "updatedAt")).reverse();

  /** Returns the summaries, oldest first. */
  async function summaries(): Promise<SessionSummary[]> {
    const rows = (await database()).transaction(["sessions", "summaries"]);
    const [stored, count] = await Promise.all([
      rows.objectStore("summaries").index("updatedAt").getAll(),
      rows.objectStore("sessions").count(),
    ]);
    if (stored.length === count) return stored;
    return rebuildSummaries().catch(async () => (await loadAll()).map(summarize).reverse());
  }

  /** Writes the summaries that a database of an older version lacks. */
  async function rebuildSummaries(): Promise<SessionSummary[]> {
    const rows = (await database()).transaction(["sessions", "summaries"], "readwrite");
    const store = rows.objectStore("summaries");
    const rebuilt: SessionSummary[] = [];
    await store.clear();
    for await (const { value } of rows.objectStore("sessions").index("updatedAt")) {
      const summary = summarize(value);
      await store.put(summary);
      rebuilt.push(summary);
    }
    await rows.done;
    return rebuilt;
  }

  async function sweep(): Promise<void> {
    const rows = (await database()).transaction(["sessions", "blobs", "wires"], "readwrite");
    const kept = new Set([...draftedFiles(), ...recent]);
    const known = new Set<string>();
    for await (const { value } of rows.objectStore("sessions")) {
      known.add(value.id);
      for (const sha256 of referencedFiles(value.transcript)) kept.add(sha256);
    }
    const blobs = rows.objectStore("blobs");
    for (const sha256 of await blobs.getAllKeys()) if (!kept.has(sha256)) await blobs.delete(sha256);
    const wires = rows.objectStore("wires");
    for (let row = await wires.index("sessionId").openKeyCursor(); row; row = await row.continue()) {
      if (!known.has(row.key)) await wires.delete(row.primaryKey);
    }
    await rows.done;
  }

  const withRoom = createRoom({
    async *sizes() {
      const db = await database();
      for (const sessionId of await db.getAllKeysFromIndex("sessions", "updatedAt")) {
        let size = 0;
        const traces = db.transaction("wires").store.index("sessionId").iterate(sessionId);
        for await (const { value } of traces) size += getSize(value);
        if (size > 0) yield { sessionId, size };
      }
    },
    async drop(sessionId) {
      const traces = (await database()).transaction("wires", "readwrite");
      const keys = await traces.store.index("sessionId").getAllKeys(sessionId);
      await Promise.all([...keys.map((turnId) => traces.store.delete(turnId)), traces.done]);
    },
  });

  return {
    async list() {
      const newestFirst = (await summaries()).reverse();
      if (!sweeps && typeof window !== "undefined") setTimeout(() => void sweep().catch(() => {}), SWEEP_DELAY);
      sweeps = true;
      return newestFirst;
    },
    loadAll,
    load: async (id) => (await database()).get("sessions", id),
    async save(session) {
      const stored = { ...session, transcript: withoutBytes(session.transcript) };
      void requestPersistence();
      await withRoom(
        () => getSize(stored),
        async () => {
          const rows = (await database()).transaction(["sessions", "summaries"], "readwrite");
          const puts = [rows.objectStore("sessions").put(stored), rows.objectStore("summaries").put(summarize(stored))];
          await Promise.all([...puts, rows.done]);
        },
      );
    },
    async remove(id) {
      const db = await database();
      // Committed at once: closing the page would abort an open transaction, and the chat would return.
      const rows = db.transaction(["sessions", "summaries"], "readwrite");
      const deleted = [rows.objectStore("sessions").delete(id), rows.objectStore("summaries").delete(id)];
      rows.commit();
      await Promise.all([...deleted, rows.done]);
    },
    sweep,
    async saveBlob(sha256, bytes) {
      recent.add(sha256);
      await withRoom(
        () => bytes.size,
        async () => (await database()).put("blobs", { sha256, bytes }),
      );
    },
    loadBlob: async (sha256) => (await (await database()).get("blobs", sha256))?.bytes,
    async saveTrace(record) {
      const events = record.events.map((event) => {
        const data = shortenFiles(event.data);
        // The raw event would contain the whole file.
        return data === event.data ? event : { ...event, data, raw: undefined };
      });
      const kept = { ...record, events, request: shortenFiles(record.request), ...shortenOther(record) };
      await withRoom(
        () => getSize(kept),
        async () => (await database()).put("wires", kept),
      );
    },
    loadTrace: async (turnId) => (await database()).get("wires", turnId),
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

/** Returns the approximate size of a row in bytes. */
function getSize(row: ChatSession | SavedTrace): number {
  return JSON.stringify(row).length;
}

let asked = false;

/**
 * Asks the browser for persistent storage, once there is data to lose: a browser short of space may clear other
 * storage.
 */
async function requestPersistence(): Promise<void> {
  if (asked || typeof navigator === "undefined") return;
  asked = true;
  await navigator.storage?.persist?.().catch(() => {});
}

/** Shortens base64 in stored JSON; the bytes are already in the blob store. */
export function shortenFiles(json: string): string {
  return json.replace(
    /"(data:[^;"]*;base64,|(?:data|result|partial_image_b64)":\s*")([A-Za-z0-9+/=]{64})([A-Za-z0-9+/=]{400,})"/g,
    (_all, before: string, head: string, rest: string) =>
      `"${before}${head}… ${(head.length + rest.length).toLocaleString("en")} characters"`,
  );
}

function shortenOther({ other }: SavedTrace): Pick<SavedTrace, "other"> {
  if (!other?.sent) return {};
  return { other: { ...other, sent: { ...other.sent, body: shortenFiles(other.sent.body) } } };
}
