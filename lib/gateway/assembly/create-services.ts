/** Creates the services of a process: the composition root. */
import { join } from "node:path";
import type { Environment } from "#lib/config/environment.ts";
import type { Settings } from "#lib/config/load-settings.ts";
import { createAssetService } from "#lib/media/asset-service.ts";
import { createFileService } from "#lib/media/file-service.ts";
import { openInstance } from "#lib/media/instance.ts";
import { openBlobStore } from "#lib/media/open-blob-store.ts";
import { createStorePresence, lockPresence } from "#lib/media/presence.ts";
import { createTempFiles } from "#lib/media/temp-files.ts";
import { tightenPermissions } from "#lib/media/tighten-permissions.ts";
import type { RenderVideo } from "#lib/sandbox/upstream.ts";
import { openBus } from "#lib/store/bus/open-bus.ts";
import { watchChanges } from "#lib/store/bus/watch-changes.ts";
import { openCounters } from "#lib/store/counters/open-counters.ts";
import { openStore } from "#lib/store/open-store.ts";
import { createSealer } from "#lib/store/sealer.ts";
import { createCatalogue } from "#lib/upstreams/catalogue.ts";
import { createVideoProviders } from "#lib/upstreams/videos/video-providers.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { createAdmission } from "../admission/create-admission.ts";
import { createRecordings } from "../bodies/recording/create-recordings.ts";
import { openStreamSharing } from "../bodies/resumable/shared/stream-sharing.ts";
import { createAlertService } from "../endpoints/alerts/alert-service.ts";
import { watchConditions } from "../endpoints/alerts/watch-conditions.ts";
import { createBatchService } from "../endpoints/batches/batch-service.ts";
import {
  createProblemLog,
  createProviderService,
  toStoredUpstreams,
} from "../endpoints/providers/provider-services.ts";
import { RealtimeSessions } from "../endpoints/realtime/realtime-sessions.ts";
import { BackgroundResponses } from "../endpoints/responses/background-responses.ts";
import { ResponseSockets } from "../endpoints/responses/sockets/response-sockets.ts";
import { startResponseTakeOver } from "../endpoints/responses/take-over.ts";
import { createSignInTokens } from "../endpoints/session/sign-in-tokens.ts";
import { createStorageService } from "../endpoints/storage/storage-service.ts";
import { createVideoService } from "../endpoints/videos/video-service.ts";
import { createMetrics } from "../metrics/create-metrics.ts";
import { loadAdminKey } from "../request/admin-key.ts";
import { createAudit, describeReload } from "../request/audit.ts";
import { BodyMemory } from "../request/body-memory.ts";
import { createClientAddresses } from "../request/client-address.ts";
import { createCredentialThrottle } from "../request/credential-throttle.ts";
import { createInFlight } from "../request/in-flight.ts";
import { watchKeyAgreement } from "../request/key-agreement.ts";
import { createRequestLogger, type Log } from "../request/log.ts";
import { createPrompts } from "../request/prompts.ts";
import { createResponseCache } from "../request/response-cache.ts";
import { addEvaluations } from "./add-evaluations.ts";
import { adoptHints } from "./adopt-hints.ts";
import { createLogger } from "./create-logger.ts";
import { createLiveSettings } from "./live-settings.ts";
import { openBridges } from "./open-bridges.ts";
import { openBuiltIns } from "./open-built-ins.ts";
import { openKeyRing } from "./open-key-ring.ts";
import { openMcp } from "./open-mcp.ts";
import { openResumables } from "./open-resumables.ts";
import { openRouteTargets } from "./open-route-targets.ts";
import { openSignInProvider } from "./open-sign-in-provider.ts";
import { openUpstream } from "./open-upstream.ts";
import { createNameRedactor, createProcessRedactor, type ProcessRedactor } from "./process-redactor.ts";
import type { AllServices } from "./services.ts";

const SLOWEST_TICK_MS = 1_000;

export async function createServices(
  settings: Settings,
  {
    log: write,
    renderVideo,
    redactor: { ofUpstreams, redact } = createProcessRedactor(settings),
    environment,
  }: {
    /** Takes the place of the log on standard error; requests are not in it. */
    log?: Log;
    /** Renderer of the sandbox's videos; tests use a quicker one. */
    renderVideo?: RenderVideo | undefined;
    redactor?: ProcessRedactor;
    /** Environment that the settings came from, in which they are read again; the process's own when absent. */
    environment?: Environment;
  } = {},
): Promise<AllServices> {
  const logger = createLogger(settings.logging, { redact });
  const log: Log = write ? (line, fields) => write(redact(line), fields) : logger.log;
  // Opened first: it needs no store, and fails for an unusable package.
  const bridges = await openBridges(settings, ofUpstreams);
  const { databaseUrl, redisUrl, dataDir, requestLog, quotas } = settings;
  const createBlobs = await openBlobStore(settings);
  const tightened = await tightenPermissions({ dataDir, log });
  const store = await openStore({
    ...{ databaseUrl, dataDir, log },
    synchronous: settings.store.synchronous,
    requestLogDays: requestLog.days,
    auditDays: settings.audit.days,
    records: { days: requestLog.bodyDays, bytes: requestLog.bodyBytes },
    quotas,
  });
  const counters = await openCounters({
    ...{ redisUrl, databaseUrl, log },
    refusesAlone: () => settings.keys.refusesUncounted,
  }).catch(async (error) => {
    await store.close();
    throw error;
  });
  const { bus, redis, close: closeBus } = await openBus({ redisUrl, databaseUrl, log });
  const instance = await openInstance({
    folder: join(settings.dataDir, "spool"),
    // SQLite needs real locks. Instances on Postgres may run on several machines.
    presence: databaseUrl === undefined ? lockPresence : createStorePresence({ store: store.instances, log }),
    onEnded: (id) => files.settle(id),
    log,
  });
  const blobs = createBlobs(instance.id);
  const assets = createAssetService({ store, blobs, lifetimeMs: settings.images.addressSeconds * 1_000, log });
  const tempFiles = createTempFiles(join(instance.folder, "requests"));
  const files = createFileService({
    store,
    blobs,
    limit: settings.limits.fileBytes,
    keepDays: settings.files.keepDays,
    instance,
    log,
  });
  const adminKey = loadAdminKey(settings);
  const upstreams = new Map(
    settings.upstreams.map((entry) => [entry.id, openUpstream(entry, { redact: ofUpstreams, bus })]),
  );
  const builtIns = await openBuiltIns(settings, { renderVideo });
  const alerts = createAlertService({ store, settings, log });
  const targets = openRouteTargets({ bus, alerts, store });
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
  const storage = createStorageService({ store, expire: store, settings, files, assets, videos, log });
  const catalogue = createCatalogue();
  const sealer = createSealer(settings);
  const providers = createProviderService({ store, sealer });
  const addressOf = createClientAddresses(settings.trustedProxies);
  const audit = createAudit({ store: store.audit, addressOf, redact, log });
  const live = createLiveSettings({
    running: { settings, builtIns, upstreams, bridges, catalogue, targets, bus },
    renderVideo,
    redact: ofUpstreams,
    readStored: async () => toStoredUpstreams(await providers.list()),
    ...{ log, environment },
    onRead: (read) => void audit.note(describeReload(live.state.path, read)),
  });
  const logProblems = createProblemLog(log);
  const keyRing = openKeyRing({ store, adminKey, settings, onChange: () => changes.announce(), log });
  const prompts = createPrompts({ store: store.prompts, announce: () => changes.announce() });
  const changes = await watchChanges({
    ...{ read: store.readVersions, bus, log },
    listeners: {
      keys: () => keyRing.refresh("keys"),
      sessions: () => keyRing.refresh("sessions"),
      prompts: () => prompts.forget(),
      async providers() {
        await live.reload();
        logProblems(await providers.list());
      },
    },
  });
  const stored = await providers.list();
  logProblems(stored);
  if (stored.length > 0) await live.addStored(toStoredUpstreams(stored));
  const credentialThrottle = createCredentialThrottle({
    addressOf,
    onCount: (source) => bus.publish("wrong-credential", source),
  });
  adoptHints(bus, { settings, targets, upstreams, credentialThrottle });
  const signInProvider = await openSignInProvider({ settings, store, sealer, keyRing, audit, log });
  const keyAgreement = watchKeyAgreement({ bus, sealer, adminKey, log });
  const inFlight = createInFlight({ tickMs: Math.min(SLOWEST_TICK_MS, settings.streams.pingMs / 4) });
  const sharing = redis && (await openStreamSharing(redis, instance));
  const { resumables, resumableMemory, liveWatchers } = openResumables({ bus, inFlight, keyRing });
  const backgroundResponses = new BackgroundResponses({
    ...{ store, inFlight, instance, log },
    budget: resumableMemory,
  });
  const responseSockets = new ResponseSockets();
  const realtimeSessions = new RealtimeSessions();
  const batches = createBatchService({ store, upstreams, admission, log });
  bus.handle("background-ended", () => backgroundResponses.look());
  const recordings = createRecordings({ store, redact: ofUpstreams, log });
  const bodyMemory = new BodyMemory({ limit: settings.limits.bodyMemoryBytes, inFlight });
  const models = { settings, builtIns, upstreams, bridges, catalogue };
  const metrics = createMetrics({ ...models, store, targets, inFlight, bodyMemory, version: packageJson.version });
  const tracing =
    settings.telemetry &&
    (await import("../telemetry/open-tracing.ts")).openTracing(settings.telemetry, {
      ...{ version: packageJson.version, instanceId: instance.id, redact },
      warn: (line) => log(line, { level: "warn" }),
    });
  const services: Omit<AllServices, "evaluations"> = {
    settings,
    store,
    files,
    assets,
    videos,
    storage,
    tempFiles,
    adminKey,
    keyRing,
    audit,
    alerts,
    addressOf,
    signInProvider,
    bus,
    keyAgreement,
    counters,
    admission,
    credentialThrottle,
    signInTokens: createSignInTokens(store.signInTokens, store),
    builtIns,
    upstreams,
    bridges,
    catalogue,
    targets,
    providers,
    sealer,
    config: live.state,
    async reloadSettings() {
      await live.reload();
      changes.announce();
    },
    inFlight,
    recordings,
    prompts,
    bodyMemory,
    responseCache: createResponseCache(),
    ...{ metrics, tracing, resumables },
    ...{ sharing, resumableMemory, liveWatchers },
    backgroundResponses,
    ...{ responseSockets, realtimeSessions, batches },
    ...openMcp({ settings, store, sealer, version: packageJson.version }),
    redact,
    redactName: createNameRedactor(redact),
    log,
    logRequest: write ? undefined : createRequestLogger(log, logger.isWritten),
    async handOver() {
      responseSockets.drain();
      realtimeSessions.drain();
      const handedOver = [takeOver.close(), backgroundResponses.handOver(), videos.stopWork()];
      await Promise.all([...handedOver, all.evaluations.stopWork()]);
    },
    async close() {
      responseSockets.close();
      realtimeSessions.close();
      await signInProvider?.close();
      live.close();
      await conditions.close();
      await alerts.close();
      keyAgreement.close();
      await changes.close();
      await takeOver.close();
      resumables.close();
      backgroundResponses.close();
      await sharing?.settle();
      await Promise.all([all.evaluations.close(), batches.close(), all.mcp.close(), storage.close()]);
      await videos.close();
      await files.close();
      await assets.close();
      await blobs.close();
      await tempFiles.close();
      await counters.close();
      await closeBus();
      await tracing?.close();
      await recordings.close();
      await store.close();
      await instance.close();
      await tightened();
      await Promise.all([...upstreams.values()].map((upstream) => upstream.pool.destroy()));
      await Promise.all([...bridges.values()].map((bridge) => bridge.close()));
    },
  };
  const takeOver = startResponseTakeOver(services, instance);
  const conditions = watchConditions(services, alerts.raise);
  const all = addEvaluations(services, instance);
  return all;
}
