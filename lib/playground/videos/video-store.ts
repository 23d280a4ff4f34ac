/**
 * Database of the videos page in IndexedDB: requests of tasks created here, and the images that they start from. Never
 * stores a key.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { RouteFacts } from "../models/route-facts.ts";
import type { VideoRequest } from "./video-request.ts";

/**
 * The request that created a task. The gateway reports a task's result; only the browser that created it knows the
 * request.
 */
export type Creation = {
  taskId: string;
  createdAt: number;
  request: VideoRequest;
  /** The request as the inspector shows it. */
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
  /** Removes the oldest creations over the limit, and bytes that neither the others nor `kept` refer to. */
  tidy(kept: readonly string[]): Promise<void>;
};

/** Limit on stored creations; the gateway stores videos for about a day, so this is many days of work. */
const MAXIMUM_CREATIONS = 200;

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
      const over = all.slice(0, Math.max(0, all.length - MAXIMUM_CREATIONS));
      for (const { taskId } of over) await creations.delete(taskId);
      const used = all.slice(over.length).flatMap(({ request }) => request.reference?.sha256 ?? []);
      const wanted = new Set([...kept, ...used]);
      const blobs = transaction.objectStore("blobs");
      for (const sha256 of await blobs.getAllKeys()) if (!wanted.has(sha256)) await blobs.delete(sha256);
      await transaction.done;
    },
  };
}
