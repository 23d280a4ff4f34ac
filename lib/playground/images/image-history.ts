/** What the images page keeps in IndexedDB: jobs, the bytes of images by SHA-256, and the wire. Never a key. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { WireEvent } from "../event-log.ts";
import type { ImageJob } from "./image-job.ts";

export type ImageWire = {
  jobId: string;
  request: string;
  headers: string;
  events: WireEvent[];
  droppedCount: number;
};

interface Schema extends DBSchema {
  jobs: { key: string; value: ImageJob; indexes: { createdAt: number } };
  blobs: { key: string; value: { sha256: string; bytes: Blob } };
  wires: { key: string; value: ImageWire };
}

export type ImageHistory = {
  /** Newest first. */
  list(): Promise<ImageJob[]>;
  save(job: ImageJob): Promise<void>;
  /** Removes the job, its wire, and the bytes that neither another job nor `kept` refers to. */
  remove(id: string, kept: readonly string[]): Promise<void>;
  saveBlob(sha256: string, bytes: Blob): Promise<void>;
  loadBlob(sha256: string): Promise<Blob | undefined>;
  saveWire(wire: ImageWire): Promise<void>;
  loadWire(jobId: string): Promise<ImageWire | undefined>;
};

export function openImageHistory(name = "parlance-images"): ImageHistory {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const database = () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade(db) {
        db.createObjectStore("jobs", { keyPath: "id" }).createIndex("createdAt", "createdAt");
        db.createObjectStore("blobs", { keyPath: "sha256" });
        db.createObjectStore("wires", { keyPath: "jobId" });
      },
    });
    return opened;
  };

  return {
    list: async () => (await (await database()).getAllFromIndex("jobs", "createdAt")).reverse(),
    async save(job) {
      await (await database()).put("jobs", job);
    },
    async remove(id, kept) {
      const db = await database();
      // Committed by itself, at once: a page that is left takes an open transaction back, and the job would return.
      const rows = db.transaction(["jobs", "wires"], "readwrite");
      await Promise.all([
        rows.objectStore("jobs").delete(id),
        rows.objectStore("wires").delete(id),
        rows.commit(),
        rows.done,
      ]);
      const sweep = db.transaction(["jobs", "blobs"], "readwrite");
      const wanted = new Set([...kept, ...(await sweep.objectStore("jobs").getAll()).flatMap(blobsOf)]);
      const blobs = sweep.objectStore("blobs");
      for (const sha256 of await blobs.getAllKeys()) if (!wanted.has(sha256)) await blobs.delete(sha256);
      await sweep.done;
    },
    async saveBlob(sha256, bytes) {
      await (await database()).put("blobs", { sha256, bytes });
    },
    loadBlob: async (sha256) => (await (await database()).get("blobs", sha256))?.bytes,
    async saveWire(wire) {
      await (await database()).put("wires", wire);
    },
    loadWire: async (jobId) => (await database()).get("wires", jobId),
  };
}

function blobsOf({ request, images }: ImageJob): string[] {
  return [...request.sources, ...images].flatMap((file) => [
    ...(file.sha256 ? [file.sha256] : []),
    ...("thumbnail" in file && file.thumbnail ? [file.thumbnail] : []),
  ]);
}
