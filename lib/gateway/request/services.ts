/** Services: what must be one in a process and more than one endpoint needs. An endpoint's own services are named beside it. */
import type { Settings } from "#lib/config/load-settings.ts";
import type { AssetService } from "#lib/media/asset-service.ts";
import type { FileService } from "#lib/media/file-service.ts";
import type { TempFiles } from "#lib/media/temp-files.ts";
import type { Store } from "#lib/store/store.ts";
import type { Bridge } from "#lib/upstreams/ai-sdk/bridge.ts";
import type { Catalogue } from "#lib/upstreams/catalogue.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { BodyMemory } from "./body-memory.ts";
import type { CredentialThrottle } from "./credential-throttle.ts";
import type { InFlight } from "./in-flight.ts";
import type { KeyRing } from "./key-ring.ts";

export type Services = {
  settings: Settings;
  store: Store;
  files: FileService;
  /** Files that models made, behind signed addresses. */
  assets: AssetService;
  /** Temporary files of requests in flight. */
  tempFiles: TempFiles;
  keyRing: KeyRing;
  credentialThrottle: CredentialThrottle;
  /** Upstreams by id. */
  upstreams: Map<string, Upstream>;
  /** Upstreams that are AI SDK packages, by id. */
  bridges: Map<string, Bridge>;
  catalogue: Catalogue;
  inFlight: InFlight;
  /** Budget for the bodies of requests in memory. */
  bodyMemory: BodyMemory;
  /** Takes every secret that the process knows, and every key of this gateway, out of text for a client or a log. */
  redact: (text: string) => string;
  /** Error log; one redacted line per error. */
  log: (line: string) => void;
};
