/** Services of the endpoints of live links. */
import type { ResumableResponse } from "#lib/gateway/bodies/resumable/resumable-response.ts";
import type { Resumables } from "#lib/gateway/bodies/resumable/resumables.ts";
import type { StreamSharing } from "#lib/gateway/bodies/resumable/shared/stream-sharing.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import type { LiveWatchers } from "./live-watchers.ts";

export type LiveLinkServices = Services & {
  resumables: Resumables<ResumableResponse>;
  /** Present when instances share a Redis. */
  sharing: StreamSharing | undefined;
  liveWatchers: LiveWatchers;
};
