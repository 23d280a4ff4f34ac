/**
 * Chats that survive a reload, in IndexedDB: sessions, the bytes of attachments by SHA-256, and the raw wire of answers.
 * Nothing here ever holds a key.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { ChatSettings } from "./chat-settings.ts";
import { draftedFiles } from "./drafted-files.ts";
import { referencedFiles } from "./referenced-files.ts";
import { addToast } from "./toasts.ts";
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
  /** The reader knows that nothing more can be stored, until something can. */
  let toldFull = false;
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

  async function sweep(): Promise<void> {
    const rows = (await database()).transaction(["sessions", "blobs", "wires"], "readwrite");
    const sessions = await rows.objectStore("sessions").getAll();
    const kept = new Set([
      ...sessions.flatMap(({ transcript }) => referencedFiles(transcript)),
      ...draftedFiles(),
      ...recent,
    ]);
    const blobs = rows.objectStore("blobs");
    for (const sha256 of await blobs.getAllKeys()) if (!kept.has(sha256)) await blobs.delete(sha256);
    const known = new Set(sessions.map(({ id }) => id));
    const wires = rows.objectStore("wires");
    for (let row = await wires.index("sessionId").openKeyCursor(); row; row = await row.continue()) {
      if (!known.has(row.key)) await wires.delete(row.primaryKey);
    }
    await rows.done;
  }

  /**
   * A browser without room gets some: what went over the wire for the conversations that were left the longest ago. Their
   * words and files stay.
   */
  async function withRoom(write: () => Promise<unknown>): Promise<void> {
    const freed: string[] = [];
    for (;;) {
      try {
        await write();
        break;
      } catch (error) {
        if (!isFull(error)) throw error;
        const id = await dropOldestWires();
        if (id === undefined) throw tellFull();
        freed.push(id);
      }
    }
    toldFull = false;
    if (freed.length === 0) return;
    const whose = freed.length === 1 ? "an old conversation" : `${freed.length} old conversations`;
    addToast({
      title: "This browser’s storage is full",
      detail: `The recorded requests of ${whose} made room. Messages and files are kept.`,
    });
  }

  function tellFull(): Error {
    if (!toldFull) {
      addToast({
        title: "This browser’s storage is full",
        detail:
          "What is said from now on is gone when the page is closed. Copy or save it, or delete conversations that you no longer need.",
        kind: "error",
      });
    }
    toldFull = true;
    return new Error("This browser has no room left for files. Delete conversations that you no longer need.");
  }

  /** @returns whose they were; undefined when there are none left */
  async function dropOldestWires(): Promise<string | undefined> {
    const db = await database();
    for (const { id } of (await loadAll()).reverse()) {
      const turnIds = await db.getAllKeysFromIndex("wires", "sessionId", id);
      if (turnIds.length === 0) continue;
      for (const turnId of turnIds) await db.delete("wires", turnId);
      return id;
    }
    return undefined;
  }

  return {
    async list() {
      const sessions = await loadAll();
      if (!sweeps && typeof window !== "undefined") setTimeout(() => void sweep().catch(() => {}), SWEEP_DELAY);
      sweeps = true;
      return sessions.map(summaryOf);
    },
    loadAll,
    load: async (id) => (await database()).get("sessions", id),
    async save(session) {
      const transcript = withoutBytes(session.transcript);
      void askToPersist();
      await withRoom(async () => (await database()).put("sessions", { ...session, transcript }));
    },
    async remove(id) {
      const db = await database();
      // Committed by itself, at once: a page that is left takes an open transaction back, and the chat would return.
      const row = db.transaction("sessions", "readwrite");
      await Promise.all([row.store.delete(id), row.commit(), row.done]);
    },
    sweep,
    async saveBlob(sha256, bytes) {
      recent.add(sha256);
      await withRoom(async () => (await database()).put("blobs", { sha256, bytes }));
    },
    loadBlob: async (sha256) => (await (await database()).get("blobs", sha256))?.bytes,
    async saveWire(record) {
      const events = record.events.map((event) => {
        const data = shortenFiles(event.data);
        // What it was written as would hold the file whole.
        return data === event.data ? event : { ...event, data, raw: undefined };
      });
      const kept = { ...record, events, request: shortenFiles(record.request), ...shortenOther(record) };
      await withRoom(async () => (await database()).put("wires", kept));
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

function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === "QuotaExceededError";
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
