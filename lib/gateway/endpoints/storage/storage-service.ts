/** StorageService: describes what is stored, and removes old data of a kind. */
import type { Settings } from "#lib/config/load-settings.ts";
import {
  CLEARABLE_KINDS,
  type ClearableKind,
  STORAGE_KINDS,
  type StorageCut,
  type StorageKind,
  type StorageReport,
} from "#lib/contract/storage.ts";
import { LIFETIMES } from "#lib/gateway/limits.ts";
import { ADMIN } from "#lib/gateway/request/key-ring.ts";
import { describeReason } from "#lib/http/storage-fault.ts";
import type { AssetService } from "#lib/media/asset-service.ts";
import type { FileService } from "#lib/media/file-service.ts";
import { ENDED_KEY_MS, ENDS_WITH_KEY } from "#lib/store/ended-keys.ts";
import type { Store } from "#lib/store/store.ts";

export type StorageService = {
  /** Describes everything that is stored; measured at most once a minute. */
  report(): Promise<StorageReport>;
  /** Counts what `clear` would remove. @param before Unix milliseconds */
  preview(kind: ClearableKind, before: number): Promise<StorageCut>;
  /** Removes data that were created before a time. Returns soon; a long removal goes on. */
  clear(kind: ClearableKind, before: number): Promise<StorageCut>;
  close(): Promise<void>;
};

export type StorageServices = { storage: StorageService };

const FRESH_MS = 60_000;
/** Time that a reply waits for the removal. */
const PATIENCE_MS = 2_000;
const DAY_SECONDS = 86_400;

type Options = {
  store: Pick<Store, "storage" | "keys" | "people">;
  settings: Settings;
  files: Pick<FileService, "sweep">;
  assets: Pick<AssetService, "sweep">;
  videos: { removeEndedBefore(time: number): Promise<void> };
  /** Ends the life of rows whose blobs a sweep removes. */
  expire: Pick<Store, "files" | "assets">;
  log: (line: string) => void;
};

export function createStorageService({ store, settings, files, assets, videos, expire, log }: Options): StorageService {
  let measured: { report: Promise<StorageReport>; until: number } | undefined;
  const closed = new AbortController();
  const clearing = new Map<ClearableKind, Promise<void>>();

  const removals: Record<ClearableKind, (before: number) => Promise<void>> = {
    requests: (before) => store.storage.removeRequests(before, closed.signal),
    records: (before) => store.storage.removeRecords(before, closed.signal),
    async files(before) {
      await expire.files.expireBefore(before);
      await files.sweep();
    },
    async images(before) {
      await expire.assets.expireBefore("images", before);
      await assets.sweep();
    },
    videos: videos.removeEndedBefore,
    responses: (before) => store.storage.removeResponses(before, closed.signal),
    evaluations: (before) => store.storage.removeEvaluations(before, closed.signal),
    async shares(before) {
      await store.storage.removeShares(before, closed.signal);
      await expire.assets.expireBefore("shares", before);
      await assets.sweep();
    },
  };

  async function measure(): Promise<StorageReport> {
    const [{ engine, bytes, kinds, owners, isLogEstimated }, keys, people] = await Promise.all([
      store.storage.measure(),
      store.keys.list(),
      store.people.listNames(),
    ]);
    const names = new Map([
      [ADMIN.keyId, "Admin key"],
      ...[...keys, ...people].map(({ id, name }) => [id, name] as const),
    ]);
    const { s3, dataDir } = settings;
    return {
      object: "storage",
      measured_at: Date.now(),
      database: { engine, path: engine === "sqlite" ? `${dataDir}/parlance.db` : null, bytes },
      blobs: s3
        ? { store: "s3", place: s3.bucket, endpoint: s3.endpoint ?? null }
        : { store: "folder", place: `${dataDir}/blobs`, endpoint: null },
      kinds: STORAGE_KINDS.map((kind) => ({
        kind,
        ...kinds[kind],
        estimated: kind === "requests" && isLogEstimated,
        ...describeLifetime(kind, settings),
        ended_key_seconds: ENDS_WITH_KEY.includes(kind) ? ENDED_KEY_MS / 1_000 : null,
        clearable: isClearable(kind),
        clearing: false,
        keys: owners
          .filter((owner) => owner.kind === kind)
          .map(({ keyId, items, bytes }) => ({ key_id: keyId, name: names.get(keyId) ?? null, items, bytes })),
      })),
    };
  }

  return {
    async report() {
      const now = performance.now();
      if (!measured || now >= measured.until) {
        const report = measure();
        measured = { report, until: now + FRESH_MS };
        report.catch(() => {
          measured = undefined;
        });
      }
      const report = await measured.report;
      const kinds = report.kinds.map((use) => ({ ...use, clearing: isClearable(use.kind) && clearing.has(use.kind) }));
      return { ...report, kinds };
    },

    async preview(kind, before) {
      return { kind, before, ...(await store.storage.count(kind, before)), clearing: clearing.has(kind) };
    },

    async clear(kind, before) {
      const cut = await store.storage.count(kind, before);
      // One removal of a kind at a time; a second one would meet its rows.
      const removal = (clearing.get(kind) ?? Promise.resolve())
        .then(() => removals[kind](before))
        .catch((error) => log(`Old ${kind} could not be removed: ${describeReason(error)}`))
        .finally(() => {
          if (clearing.get(kind) === removal) clearing.delete(kind);
          measured = undefined;
        });
      clearing.set(kind, removal);
      await Promise.race([removal, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]);
      return { kind, before, ...cut, clearing: clearing.has(kind) };
    },

    async close() {
      closed.abort();
      await Promise.all(clearing.values());
    },
  };
}

function isClearable(kind: string): kind is ClearableKind {
  return CLEARABLE_KINDS.some((clearable) => clearable === kind);
}

function describeLifetime(
  kind: StorageKind,
  { requestLog, audit, files, images, videos }: Settings,
): Pick<StorageReport["kinds"][number], "keep_seconds" | "setting"> {
  const fixed = (milliseconds: number) => ({ keep_seconds: milliseconds / 1_000, setting: null });
  switch (kind) {
    case "requests":
      return { keep_seconds: requestLog.days * DAY_SECONDS, setting: "requestLog.days" };
    case "audit":
      return { keep_seconds: audit.days * DAY_SECONDS, setting: "audit.days" };
    case "records":
      return { keep_seconds: requestLog.bodyDays * DAY_SECONDS, setting: "requestLog.bodyDays" };
    case "files": {
      const { keepDays } = files;
      return { keep_seconds: keepDays === undefined ? null : keepDays * DAY_SECONDS, setting: "files.keepDays" };
    }
    case "images":
      return { keep_seconds: images.addressSeconds, setting: "images.addressSeconds" };
    case "videos":
      return { keep_seconds: videos.keepSeconds, setting: "videos.keepSeconds" };
    case "prompts":
    case "conversations":
    case "presets":
      return { keep_seconds: null, setting: null };
    default:
      return fixed(LIFETIMES[kind]);
  }
}
