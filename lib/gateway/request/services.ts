/**
 * Services: objects that exist once per process and that several endpoints need. Services of one endpoint are defined
 * beside it.
 */
import type { BuiltInUpstream } from "#lib/canonical/built-in-upstream.ts";
import type { Settings } from "#lib/config/load-settings.ts";
import type { AssetService } from "#lib/media/asset-service.ts";
import type { FileService } from "#lib/media/file-service.ts";
import type { TempFiles } from "#lib/media/temp-files.ts";
import type { Bus } from "#lib/store/bus/bus.ts";
import type { Counters } from "#lib/store/counters/counters.ts";
import type { Store } from "#lib/store/store.ts";
import type { Bridge } from "#lib/upstreams/ai-sdk/bridge.ts";
import type { Catalogue } from "#lib/upstreams/catalogue.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { Admission } from "./admission.ts";
import type { Audit } from "./audit.ts";
import type { BodyMemory } from "./body-memory.ts";
import type { RequestOrigin } from "./client-address.ts";
import type { ConfigState } from "./config-state.ts";
import type { CredentialThrottle } from "./credential-throttle.ts";
import type { InFlight } from "./in-flight.ts";
import type { KeyAgreement } from "./key-agreement.ts";
import type { KeyRing } from "./key-ring.ts";
import type { Log, LogRequest } from "./log.ts";
import type { RequestMetrics } from "./metrics.ts";
import type { Prompts } from "./prompts.ts";
import type { Recordings } from "./recordings.ts";
import type { ResponseCache } from "./response-cache.ts";
import type { TargetStates } from "./target-states.ts";
import type { Tracing } from "./tracing.ts";

export type Services = {
  settings: Settings;
  /** Messages between instances. */
  bus: Bus;
  keyAgreement: KeyAgreement;
  config: ConfigState;
  store: Store;
  files: FileService;
  /** Files of models, behind signed URLs. */
  assets: AssetService;
  /** Temp files of requests in flight. */
  tempFiles: TempFiles;
  keyRing: KeyRing;
  audit: Audit;
  /** Returns the network address of a request's client. */
  addressOf: (request: RequestOrigin) => string | undefined;
  admission: Admission;
  /** Counters of the limits of keys. */
  counters: Counters;
  credentialThrottle: CredentialThrottle;
  /** Upstreams that run in this process, by id: the sandbox where it is enabled. */
  builtIns: Map<string, BuiltInUpstream>;
  /** Upstreams by id. */
  upstreams: Map<string, Upstream>;
  /** Upstreams that are AI SDK packages, by id. */
  bridges: Map<string, Bridge>;
  catalogue: Catalogue;
  /** State of the targets of routes. */
  targets: TargetStates;
  inFlight: InFlight;
  metrics: RequestMetrics;
  /** Absent without an address to export spans and metrics to. */
  tracing: Tracing | undefined;
  /** Stored prompts that requests call. */
  prompts: Prompts;
  /** Records bodies for the request log. */
  recordings: Recordings;
  /** Budget for request bodies in memory. */
  bodyMemory: BodyMemory;
  /** Responses of earlier requests. */
  responseCache: ResponseCache;
  /** Redacts every secret of the process, and every key of this gateway, in text for a client or a log. */
  redact: (text: string) => string;
  /** The same for the names of models, which it remembers. */
  redactName: (name: string) => string;
  /** Log of the process; one redacted line per error. */
  log: Log;
  /** Absent: requests are not in the log of the process. */
  logRequest?: LogRequest | undefined;
};
