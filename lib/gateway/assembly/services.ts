/** AllServices: the object with all services of a process, for every endpoint. */
import type { MemoryBudget } from "../bodies/resumable/resumables.ts";
import type { AlertServices } from "../endpoints/alerts/routes.ts";
import type { BatchServices } from "../endpoints/batches/start-batch.ts";
import type { EvaluationServices } from "../endpoints/evaluations/evaluation-service.ts";
import type { LiveLinkServices } from "../endpoints/live-links/live-link-services.ts";
import type { McpServices } from "../endpoints/mcp/routes.ts";
import type { ProviderServices } from "../endpoints/providers/provider-services.ts";
import type { RealtimeServices } from "../endpoints/realtime/realtime-sessions.ts";
import type { ResponseServices } from "../endpoints/responses/background-responses.ts";
import type { ResumableServices } from "../endpoints/resumable/resumable-services.ts";
import type { SessionServices } from "../endpoints/session/routes.ts";
import type { StorageServices } from "../endpoints/storage/storage-service.ts";
import type { VideoServices } from "../endpoints/videos/video-context.ts";
import type { AdminKey } from "../request/admin-key.ts";
import type { Services } from "../request/services.ts";

export type AllServices = Services &
  ResumableServices &
  BatchServices &
  RealtimeServices &
  ResponseServices &
  AlertServices &
  EvaluationServices &
  LiveLinkServices &
  McpServices &
  ProviderServices &
  SessionServices &
  StorageServices &
  VideoServices & {
    adminKey: AdminKey;
    /** Budget of all resumable responses. */
    resumableMemory: MemoryBudget;
    /** Stops all work that another instance, or the next start, can go on with, and releases it at once. */
    handOver(): Promise<void>;
    /** Flushes the store and closes every connection. */
    close(): Promise<void>;
  };
