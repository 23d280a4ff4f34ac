/**
 * Database of the images page in IndexedDB: jobs, the bytes of images by SHA-256, and recorded requests. Never stores a
 * key.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { readTraceTexts, type Trace } from "../trace/trace.ts";
import { type ImageJob, listBlobs } from "./image-job.ts";
import type { StoredUse } from "./plan-eviction.ts";

export type ImageTrace = Trace & {
  jobId: string;
  /** Response headers, one per line, in records of older versions, whose `request` begins with the request head. */
  headers?: string;
};

interface Schema extends DBSchema {
  jobs: { key: string; value: ImageJob; indexes: { createdAt: number } };
  blobs: { key: string; value: { sha256: string; bytes: Blob } };
  wires: { key: string; value: ImageTrace };
  /** Uses are stored apart from the bytes, so that viewing an image does not rewrite it. */
  uses: { key: string; value: StoredUse };
}

export type ImageHistory = {
  /** Returns all jobs, newest first. */
  list(): Promise<ImageJob[]>;
  save(job: ImageJob): Promise<void>;
  /** Removes the job, its recorded request, and bytes that neither another job nor `kept` refers to. */
  remove(id: string, kept: readonly string[]): Promise<void>;
  saveBlob(sha256: string, bytes: Blob): Promise<void>;
  loadBlob(sha256: string): Promise<Blob | undefined>;
  dropBlobs(hashes: readonly string[]): Promise<void>;
  listUses(): Promise<StoredUse[]>;
  /** Marks the images as used now. */
  touch(hashes: readonly string[]): Promise<void>;
  saveTrace(trace: ImageTrace): Promise<void>;
  loadTrace(jobId: string): Promise<ImageTrace | undefined>;
  deleteTrace(jobId: string): Promise<void>;
};

export function openImageHistory(name = "parlance-images"): ImageHistory {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const database = () => {
    opened ??= openDB<Schema>(name, 2, {
      async upgrade(db, oldVersion, _newVersion, transaction) {
        if (oldVersion < 1) {
          db.createObjectStore("jobs", { keyPath: "id" }).createIndex("createdAt", "createdAt");
          db.createObjectStore("blobs", { keyPath: "sha256" });
          db.createObjectStore("wires", { keyPath: "jobId" });
        }
        const uses = db.createObjectStore("uses", { keyPath: "sha256" });
        // Images stored by an older version have no time of use.
        for await (const { value } of transaction.objectStore("blobs")) {
          await uses.put({ sha256: value.sha256, size: value.bytes.size, usedAt: 0 });
        }
      },
    });
    return opened;
  };

  async function dropBlobs(hashes: readonly string[]): Promise<void> {
    const rows = (await database()).transaction(["blobs", "uses"], "readwrite");
    const stores = [rows.objectStore("blobs"), rows.objectStore("uses")];
    await Promise.all([...hashes.flatMap((sha256) => stores.map((store) => store.delete(sha256))), rows.done]);
  }

  return {
    list: async () => (await (await database()).getAllFromIndex("jobs", "createdAt")).reverse(),
    async save(job) {
      await (await database()).put("jobs", job);
    },
    async remove(id, kept) {
      const db = await database();
      // Committed at once: closing the page would abort an open transaction, and the job would return.
      const rows = db.transaction(["jobs", "wires"], "readwrite");
      const [job] = await Promise.all([
        rows.objectStore("jobs").get(id),
        rows.objectStore("jobs").delete(id),
        rows.objectStore("wires").delete(id),
        rows.commit(),
        rows.done,
      ]);
      const wanted = new Set([...kept, ...(await db.getAll("jobs")).flatMap(listBlobs)]);
      await dropBlobs(job ? listBlobs(job).filter((sha256) => !wanted.has(sha256)) : []);
    },
    async saveBlob(sha256, bytes) {
      const rows = (await database()).transaction(["blobs", "uses"], "readwrite");
      await Promise.all([
        rows.objectStore("blobs").put({ sha256, bytes }),
        rows.objectStore("uses").put({ sha256, size: bytes.size, usedAt: Date.now() }),
        rows.done,
      ]);
    },
    dropBlobs,
    listUses: async () => (await database()).getAll("uses"),
    async touch(hashes) {
      const { store, done } = (await database()).transaction("uses", "readwrite");
      for (const sha256 of hashes) {
        const use = await store.get(sha256);
        if (use) await store.put({ ...use, usedAt: Date.now() });
      }
      await done;
    },
    loadBlob: async (sha256) => (await (await database()).get("blobs", sha256))?.bytes,
    async saveTrace(trace) {
      await (await database()).put("wires", trace);
    },
    async loadTrace(jobId) {
      const trace = await (await database()).get("wires", jobId);
      return trace?.headers === undefined ? trace : { ...trace, ...fromOlder(trace) };
    },
    deleteTrace: async (jobId) => (await database()).delete("wires", jobId),
  };
}

function fromOlder({ jobId, request, headers, events, droppedCount }: ImageTrace): ImageTrace {
  return { jobId, ...readTraceTexts({ shown: request, headers }), events, droppedCount };
}
