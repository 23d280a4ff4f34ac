/**
 * Chats that survive a reload, in IndexedDB: sessions, the bytes of attachments by SHA-256, and the raw wire of answers.
 * Nothing here ever holds a key.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { ChatSettings } from "../chat/chat-settings.ts";
import { type Transcript, withoutBytes } from "../conversation/transcript.ts";
import { draftedFiles } from "../files/drafted-files.ts";
import { referencedFiles } from "../files/referenced-files.ts";
import type { WireRecord } from "../trace/wire-record.ts";
import { createRoom } from "./history-room.ts";

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
  /** It is a run that was recorded then, in unix milliseconds: shown, and never kept. */
  recordedAt?: number;
  createdAt: number;
  updatedAt: number;
  settings: ChatSettings;
  transcript: Transcript;
};

export type SessionSummary = Pick<ChatSession, "id" | "title" | "pinned" | "updatedAt">;

export const summaryOf = ({ id, title, pinned, updatedAt }: ChatSession): SessionSummary =>
  pinned ? { id, title, pinned, updatedAt } : { id, title, updatedAt };

/** Settings under a name. */
export type NamedSettings = { id: string; name: string; settings: ChatSettings; updatedAt: number };

/** A text page's. */
export type SavedPreset = NamedSettings & { page: TextPage };

interface Schema extends DBSchema {
  sessions: { key: string; value: ChatSession; indexes: { updatedAt: number } };
  /** The part of each session that lists show, so that a list does not read all conversations. */
  summaries: { key: string; value: SessionSummary; indexes: { updatedAt: number } };
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

/** After the page has come up, in milliseconds: what was deleted last time can no longer be brought back. */
const SWEEP_DELAY = 15_000;

/** @param page `compare`: of all columns of the comparisons, whichever dialect each speaks */
export function openHistory(page: TextPage | "compare"): History {
  const name = page === "chat" ? "parlance" : `parlance-${page}`;
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  let sweeps = false;
  /** Saved since the page came up: they may belong to what is being written and not saved yet. */
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
        // Filled by the first list: a full browser must be able to open what it has.
        db.createObjectStore("summaries", { keyPath: "id" }).createIndex("updatedAt", "updatedAt");
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

  /** Oldest first. */
  async function summaries(): Promise<SessionSummary[]> {
    const rows = (await database()).transaction(["sessions", "summaries"]);
    const [stored, count] = await Promise.all([
      rows.objectStore("summaries").index("updatedAt").getAll(),
      rows.objectStore("sessions").count(),
    ]);
    if (stored.length === count) return stored;
    return rebuildSummaries().catch(async () => (await loadAll()).map(summaryOf).reverse());
  }

  /** Conversations of an older version have none. */
  async function rebuildSummaries(): Promise<SessionSummary[]> {
    const rows = (await database()).transaction(["sessions", "summaries"], "readwrite");
    const store = rows.objectStore("summaries");
    const rebuilt: SessionSummary[] = [];
    await store.clear();
    for await (const { value } of rows.objectStore("sessions").index("updatedAt")) {
      const summary = summaryOf(value);
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
        for await (const { value } of traces) size += sizeOf(value);
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
      void askToPersist();
      await withRoom(
        () => sizeOf(stored),
        async () => {
          const rows = (await database()).transaction(["sessions", "summaries"], "readwrite");
          const puts = [rows.objectStore("sessions").put(stored), rows.objectStore("summaries").put(summaryOf(stored))];
          await Promise.all([...puts, rows.done]);
        },
      );
    },
    async remove(id) {
      const db = await database();
      // Committed by itself, at once: a page that is left takes an open transaction back, and the chat would return.
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
    async saveWire(record) {
      const events = record.events.map((event) => {
        const data = shortenFiles(event.data);
        // What it was written as would hold the file whole.
        return data === event.data ? event : { ...event, data, raw: undefined };
      });
      const kept = { ...record, events, request: shortenFiles(record.request), ...shortenOther(record) };
      await withRoom(
        () => sizeOf(kept),
        async () => (await database()).put("wires", kept),
      );
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

/** Returns about how many bytes a row takes. */
function sizeOf(row: ChatSession | WireRecord): number {
  return JSON.stringify(row).length;
}

let asked = false;

/** A browser that is short of room may clear what is not persistent. Asked once there is something to lose. */
async function askToPersist(): Promise<void> {
  if (asked || typeof navigator === "undefined") return;
  asked = true;
  await navigator.storage?.persist?.().catch(() => {});
}

/** Base64 in a history makes it huge; the bytes are in the blob store already. */
export function shortenFiles(json: string): string {
  return json.replace(
    /"(data:[^;"]*;base64,|(?:data|result|partial_image_b64)":\s*")([A-Za-z0-9+/=]{64})([A-Za-z0-9+/=]{400,})"/g,
    (_all, before: string, head: string, rest: string) =>
      `"${before}${head}… ${(head.length + rest.length).toLocaleString("en")} characters"`,
  );
}

function shortenOther({ other }: WireRecord): Pick<WireRecord, "other"> {
  if (!other?.sent) return {};
  return { other: { ...other, sent: { ...other.sent, body: shortenFiles(other.sent.body) } } };
}
