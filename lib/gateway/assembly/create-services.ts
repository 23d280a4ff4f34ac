/** Creates the services of a process: the composition root. */
import { join } from "node:path";
import type { Environment } from "#lib/config/environment.ts";
import type { Settings } from "#lib/config/load-settings.ts";
import { getModelsPath, writeUpstreamHeaders } from "#lib/dialects/all-dialects.ts";
import { createAssetService } from "#lib/media/asset-service.ts";
import { createFileService } from "#lib/media/file-service.ts";
import { createFolderBlobStore } from "#lib/media/folder-blob-store.ts";
import { openInstance } from "#lib/media/instance.ts";
import { createHeartbeatPresence, lockPresence } from "#lib/media/presence.ts";
import { createTempFiles } from "#lib/media/temp-files.ts";
import { tightenPermissions } from "#lib/media/tighten-permissions.ts";
import type { RenderVideo } from "#lib/sandbox/upstream.ts";
import { openCounters } from "#lib/store/counters/open-counters.ts";
import { openStore } from "#lib/store/open-store.ts";
import { createSealer } from "#lib/store/sealer.ts";
import { type Bridge, openBridge } from "#lib/upstreams/ai-sdk/bridge.ts";
import { createCatalogue } from "#lib/upstreams/catalogue.ts";
import type { Redact } from "#lib/upstreams/redactor.ts";
import { createUpstream } from "#lib/upstreams/upstream.ts";
import { createVideoProviders } from "#lib/upstreams/videos/video-providers.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { createAdmission } from "../admission/create-admission.ts";
import type { ResumableResponse } from "../bodies/resumable/resumable-response.ts";
import { MemoryBudget, Resumables } from "../bodies/resumable/resumables.ts";
import { createProviderService, toStoredUpstreams } from "../endpoints/providers/provider-services.ts";
import { BackgroundResponses } from "../endpoints/responses/background-responses.ts";
import { createSignInTokens } from "../endpoints/session/sign-in-tokens.ts";
import { createVideoService } from "../endpoints/videos/video-service.ts";
import { LARGEST_RESPONSE, RESUMABLE_LIMITS } from "../limits.ts";
import { createMetrics } from "../metrics/create-metrics.ts";
import { loadAdminKey } from "../request/admin-key.ts";
import { BodyMemory } from "../request/body-memory.ts";
import { createClientAddresses } from "../request/client-address.ts";
import { createCredentialThrottle } from "../request/credential-throttle.ts";
import { createInFlight } from "../request/in-flight.ts";
import { createKeyRing } from "../request/key-ring.ts";
import { createRouteTargets } from "../routing/route-targets.ts";
import { createLiveSettings } from "./live-settings.ts";
import { openBuiltIns } from "./open-built-ins.ts";
import { createProcessRedactor, type ProcessRedactor } from "./process-redactor.ts";
import type { AllServices } from "./services.ts";

const SLOWEST_TICK_MS = 1_000;

export async function createServices(
  settings: Settings,
  {
    log: write = console.error,
    renderVideo,
    redactor: { ofUpstreams, redact } = createProcessRedactor(settings),
    environment,
  }: {
    log?: (line: string) => void;
    /** Renderer of the sandbox's videos; tests use a quicker one. */
    renderVideo?: RenderVideo | undefined;
    redactor?: ProcessRedactor;
    /** Environment that the settings came from, in which they are read again; the process's own when absent. */
    environment?: Environment;
  } = {},
): Promise<AllServices> {
  const log = (line: string) => write(redact(line));
  // Opened first: it needs no store, and fails for an unusable package.
  const bridges = await openBridges(settings, ofUpstreams);
  const { databaseUrl, redisUrl, dataDir, requestLog, quotas } = settings;
  const tightened = await tightenPermissions({ dataDir, log });
  const store = await openStore({
    ...{ databaseUrl, dataDir, log },
    synchronous: settings.store.synchronous,
    requestLogDays: requestLog.days,
    quotas,
  });
  const counters = await openCounters({
    ...{ redisUrl, databaseUrl, log },
    refusesAlone: () => settings.keys.refusesUncounted,
  }).catch(async (error) => {
    await store.close();
    throw error;
  });
  const instance = await openInstance({
    folder: join(settings.dataDir, "spool"),
    // SQLite needs real locks. Instances on Postgres may run on several machines.
    presence: databaseUrl === undefined ? lockPresence : createHeartbeatPresence({ log }),
    onEnded: (id) => files.settle(id),
    log,
  });
  const blobs = createFolderBlobStore(join(settings.dataDir, "blobs"), instance.id);
  const assets = createAssetService({ store, blobs, lifetimeMs: settings.images.addressSeconds * 1_000, log });
  const tempFiles = createTempFiles(join(instance.folder, "requests"));
  const files = createFileService({
    store,
    blobs,
    limit: settings.limits.fileBytes,
    instance,
    log,
  });
  const adminKey = loadAdminKey(settings);
  const upstreams = new Map(
    settings.upstreams.map((entry) => [
      entry.id,
      createUpstream(entry, writeUpstreamHeaders, getModelsPath(entry.dialects), ofUpstreams),
    ]),
  );
  const builtIns = await openBuiltIns(settings, { renderVideo });
  const targets = createRouteTargets();
  const admission = createAdmission({ store, counters, readRules: () => settings.keys });
  const videos = createVideoService({
    store,
    assets,
    findVideos: createVideoProviders({ builtIns, upstreams, bridges }),
    concurrency: settings.videos.concurrency,
    videoLifetimeMs: settings.videos.keepSeconds * 1_000,
    instance,
    targets,
    admission,
    folder: join(instance.folder, "videos"),
    log,
  });
  const catalogue = createCatalogue();
  const providers = createProviderService({ store, sealer: createSealer(settings) });
  const live = createLiveSettings({
    running: { settings, builtIns, upstreams, bridges, catalogue, targets },
    renderVideo,
    redact: ofUpstreams,
    readStored: async () => toStoredUpstreams(await providers.list()),
    ...{ log, environment },
  });
  const stored = await providers.list();
  for (const { record, problem } of stored) if (problem) log(`The provider "${record.id}" is not in use. ${problem}`);
  if (stored.length > 0) await live.addStored(toStoredUpstreams(stored));
  const inFlight = createInFlight({ tickMs: Math.min(SLOWEST_TICK_MS, settings.streams.pingMs / 4) });
  const resumableMemory = new MemoryBudget(RESUMABLE_LIMITS.totalBytes);
  const resumables = new Resumables<ResumableResponse>({ limits: RESUMABLE_LIMITS, budget: resumableMemory, inFlight });
  const backgroundResponses = new BackgroundResponses({
    ...{ store, inFlight, instance, log },
    budget: resumableMemory,
  });
  const bodyMemory = new BodyMemory({ limit: settings.limits.bodyMemoryBytes, inFlight });
  const models = { settings, builtIns, upstreams, bridges, catalogue };
  const metrics = createMetrics({ ...models, targets, inFlight, bodyMemory, version: packageJson.version });
  return {
    settings,
    store,
    files,
    assets,
    videos,
    tempFiles,
    adminKey,
    keyRing: createKeyRing({ store, adminKey }),
    counters,
    admission,
    credentialThrottle: createCredentialThrottle({ addressOf: createClientAddresses(settings.trustedProxies) }),
    signInTokens: createSignInTokens(),
    builtIns,
    upstreams,
    bridges,
    catalogue,
    targets,
    providers,
    config: live.state,
    reloadSettings: live.reload,
    inFlight,
    bodyMemory,
    metrics,
    resumables,
    resumableMemory,
    backgroundResponses,
    redact,
    log,
    async close() {
      live.close();
      resumables.close();
      backgroundResponses.close();
      await videos.close();
      await files.close();
      await assets.close();
      await tempFiles.close();
      await counters.close();
      await store.close();
      await instance.close();
      await tightened();
      await Promise.all([...upstreams.values()].map((upstream) => upstream.pool.destroy()));
      await Promise.all([...bridges.values()].map((bridge) => bridge.close()));
    },
  };
}

/** @throws SettingsError for a package that cannot be used */
export async function openBridges(
  { bridges }: Pick<Settings, "bridges">,
  redact?: Redact,
): Promise<Map<string, Bridge>> {
  const options = { largestResponse: LARGEST_RESPONSE, redact };
  return new Map(
    await Promise.all(bridges.map(async (entry) => [entry.id, await openBridge(entry, options)] as const)),
  );
}
