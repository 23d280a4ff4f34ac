/** What the videos page keeps in IndexedDB: how tasks were asked for here, and the images that they start from. Never a key. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { RouteFacts } from "../models/route-facts.ts";
import type { VideoRequest } from "./video-request.ts";

/** The gateway tells of a task what came of it; what was sent for it is known only where that was done. */
export type Creation = {
  taskId: string;
  createdAt: number;
  request: VideoRequest;
  /** As the wire view shows it. */
  shown: string;
  headers: string;
  route: RouteFacts;
};

interface Schema extends DBSchema {
  creations: { key: string; value: Creation; indexes: { createdAt: number } };
  blobs: { key: string; value: { sha256: string; bytes: Blob } };
}

export type VideoStore = {
  saveCreation(creation: Creation): Promise<void>;
  loadCreation(taskId: string): Promise<Creation | undefined>;
  removeCreation(taskId: string): Promise<void>;
  saveBlob(sha256: string, bytes: Blob): Promise<void>;
  loadBlob(sha256: string): Promise<Blob | undefined>;
  /** Drops the oldest creations over the number that is kept, and bytes that neither the others nor `kept` refer to. */
  tidy(kept: readonly string[]): Promise<void>;
};

/** The gateway keeps videos for about a day; this is many days of work. */
const MOST_CREATIONS = 200;

export function openVideoStore(name = "parlance-videos"): VideoStore {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const database = () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade(db) {
        db.createObjectStore("creations", { keyPath: "taskId" }).createIndex("createdAt", "createdAt");
        db.createObjectStore("blobs", { keyPath: "sha256" });
      },
    });
    return opened;
  };
  return {
    async saveCreation(creation) {
      await (await database()).put("creations", creation);
    },
    loadCreation: async (taskId) => (await database()).get("creations", taskId),
    async removeCreation(taskId) {
      await (await database()).delete("creations", taskId);
    },
    async saveBlob(sha256, bytes) {
      await (await database()).put("blobs", { sha256, bytes });
    },
    loadBlob: async (sha256) => (await (await database()).get("blobs", sha256))?.bytes,
    async tidy(kept) {
      const transaction = (await database()).transaction(["creations", "blobs"], "readwrite");
      const creations = transaction.objectStore("creations");
      const all = await creations.index("createdAt").getAll();
      const over = all.slice(0, Math.max(0, all.length - MOST_CREATIONS));
      for (const { taskId } of over) await creations.delete(taskId);
      const used = all.slice(over.length).flatMap(({ request }) => request.reference?.sha256 ?? []);
      const wanted = new Set([...kept, ...used]);
      const blobs = transaction.objectStore("blobs");
      for (const sha256 of await blobs.getAllKeys()) if (!wanted.has(sha256)) await blobs.delete(sha256);
      await transaction.done;
    },
  };
}
