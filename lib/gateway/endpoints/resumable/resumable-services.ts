/** Services of the endpoints of resumable responses. */
import type { ResumableResponse } from "#lib/gateway/bodies/resumable/resumable-response.ts";
import type { Resumables } from "#lib/gateway/bodies/resumable/resumables.ts";
import type { StreamSharing } from "#lib/gateway/bodies/resumable/shared/stream-sharing.ts";
import type { Services } from "#lib/gateway/request/services.ts";

export type ResumableServices = Services & {
  resumables: Resumables<ResumableResponse>;
  /** Present when instances share a Redis. */
  sharing: StreamSharing | undefined;
};
