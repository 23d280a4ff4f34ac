/**
 * Runtime: the one object that holds what must be one in a process: settings, store, upstreams, caches, open exchanges.
 * Next's bundles and the server load their code separately; both find it through `globalThis`.
 */
import { join } from "node:path";
import { loadSettings, type Settings } from "#lib/config/load-settings.ts";
import { removeAbandonedSpools } from "#lib/media/abandoned-spools.ts";
import { type AssetService, createAssetService } from "#lib/media/asset-service.ts";
import { createFileService, type FileService } from "#lib/media/file-service.ts";
import { createFolderBlobStore } from "#lib/media/folder-blob-store.ts";
import { createSpools, type Spools } from "#lib/media/spool.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { type Bridge, openBridge } from "#lib/upstreams/ai-sdk/bridge.ts";
import { type Catalogue, createCatalogue } from "#lib/upstreams/catalogue.ts";
import { createUpstream, type Upstream } from "#lib/upstreams/upstream.ts";
import { type AdminKey, loadAdminKey } from "./admin-key.ts";
import { type BackgroundResponses, createBackgroundResponses } from "./background-responses.ts";
import { modelsPathOf, upstreamHeaders } from "./dialects.ts";
import { createRecordings, type Recordings } from "./exchanges/recordings.ts";
import { createKeyRing, type KeyRing } from "./key-ring.ts";
import { createOpenExchanges, type OpenExchanges } from "./open-exchanges.ts";
import { createSignInTokens, type SignInTokens } from "./sign-in-tokens.ts";
import { sandboxRenderer } from "./videos/sandbox-renderer.ts";
import { videoSources } from "./videos/upstreams/video-sources.ts";
import { createVideoService, type VideoService } from "./videos/video-service.ts";
import type { VideoRenderer } from "./videos/work.ts";

export type Runtime = {
  settings: Settings;
  store: Store;
  files: FileService;
  /** What models made, behind signed addresses. */
  assets: AssetService;
  videos: VideoService;
  /** The files of requests under way. */
  spools: Spools;
  adminKey: AdminKey;
  keyRing: KeyRing;
  signInTokens: SignInTokens;
  /** By id. */
  upstreams: Map<string, Upstream>;
  /** The upstreams that are packages, by id. */
  bridges: Map<string, Bridge>;
  catalogue: Catalogue;
  exchanges: OpenExchanges;
  /** The exchanges that are kept for their clients. */
  recordings: Recordings;
  backgroundResponses: BackgroundResponses;
  /** Where faults are told; one line each. */
  log: (line: string) => void;
  /** Flushes the store and closes every connection. */
  close(): Promise<void>;
};

const SLOWEST_TICK_MS = 1_000;

export async function createRuntime(
  settings: Settings,
  { log = console.error, renderer = sandboxRenderer }: { log?: (line: string) => void; renderer?: VideoRenderer } = {},
): Promise<Runtime> {
  // First: it needs no store, and fails when a package does not fit.
  const bridges = await openBridges(settings);
  const { databaseUrl, dataDir, requestLog } = settings;
  const store = await openStore({ databaseUrl, dataDir, requestLogDays: requestLog.days, log });
  const blobs = createFolderBlobStore(join(settings.dataDir, "blobs"));
  const assets = createAssetService({ store, blobs, lifetimeMs: settings.images.addressSeconds * 1_000, log });
  const spoolsFolder = join(settings.dataDir, "spool");
  removeAbandonedSpools(spoolsFolder).catch((error) => log(`Old files could not be removed: ${error}`));
  const spoolFolder = join(spoolsFolder, String(process.pid));
  const spools = createSpools(spoolFolder);
  const files = createFileService({
    store,
    blobs,
    limit: settings.limits.fileBytes,
    log,
  });
  const adminKey = loadAdminKey(settings);
  const upstreams = new Map(
    settings.upstreams.map((entry) => [entry.id, createUpstream(entry, upstreamHeaders, modelsPathOf(entry.dialects))]),
  );
  const videos = createVideoService({
    store,
    assets,
    renderer,
    sourceOf: videoSources({ upstreams, bridges }),
    concurrency: settings.videos.concurrency,
    keepMs: settings.videos.keepSeconds * 1_000,
    folder: join(spoolFolder, "videos"),
    log,
  });
  const backgroundResponses = createBackgroundResponses({ store, log });
  const exchanges = createOpenExchanges({ tickMs: Math.min(SLOWEST_TICK_MS, settings.streams.pingMs / 4) });
  const recordings = createRecordings(exchanges);
  return {
    settings,
    store,
    files,
    assets,
    videos,
    spools,
    adminKey,
    keyRing: createKeyRing({ store, adminKey }),
    signInTokens: createSignInTokens(),
    upstreams,
    bridges,
    catalogue: createCatalogue(),
    exchanges,
    recordings,
    backgroundResponses,
    log,
    async close() {
      recordings.close();
      backgroundResponses.stop();
      await videos.close();
      await files.close();
      await assets.close();
      await spools.close();
      await store.close();
      await Promise.all([...upstreams.values()].map((upstream) => upstream.pool.destroy()));
      await Promise.all([...bridges.values()].map((bridge) => bridge.close()));
    },
  };
}

/** @throws SettingsError for a package that cannot be used */
export async function openBridges({ bridges }: Pick<Settings, "bridges">): Promise<Map<string, Bridge>> {
  return new Map(await Promise.all(bridges.map(async (entry) => [entry.id, await openBridge(entry)] as const)));
}

const SLOT = Symbol.for("parlance.runtime");
type Slot = { [SLOT]?: Promise<Runtime> };

/** The process's runtime: what the server has put there, else made from the environment by whoever asks first. */
export function processRuntime(): Promise<Runtime> {
  const slot = globalThis as Slot;
  slot[SLOT] ??= createRuntime(loadSettings());
  return slot[SLOT];
}

export function setProcessRuntime(runtime: Runtime): void {
  (globalThis as Slot)[SLOT] = Promise.resolve(runtime);
}
