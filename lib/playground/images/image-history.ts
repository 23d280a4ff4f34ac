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
      const transaction = (await database()).transaction(["jobs", "blobs", "wires"], "readwrite");
      const jobs = transaction.objectStore("jobs");
      await jobs.delete(id);
      await transaction.objectStore("wires").delete(id);
      const wanted = new Set([...kept, ...(await jobs.getAll()).flatMap(blobsOf)]);
      const blobs = transaction.objectStore("blobs");
      for (const sha256 of await blobs.getAllKeys()) if (!wanted.has(sha256)) await blobs.delete(sha256);
      await transaction.done;
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
