/** Opens an upstream of the settings, and tells other instances of the keys that it refuses. */
import type { UpstreamSettings } from "#lib/config/upstream-settings.ts";
import { getModelsPath, writeUpstreamHeaders } from "#lib/dialects/all-dialects.ts";
import type { Bus } from "#lib/store/bus/bus.ts";
import type { Redact } from "#lib/upstreams/redactor.ts";
import { createUpstream, type Upstream } from "#lib/upstreams/upstream.ts";

export function openUpstream(
  entry: UpstreamSettings,
  { redact, bus }: { redact: Redact; bus: Pick<Bus, "publish"> },
): Upstream {
  const upstream = createUpstream(entry, writeUpstreamHeaders, getModelsPath(entry.dialects), redact);
  if (upstream.keys) {
    upstream.keys.onAside = (aside) => bus.publish("provider-key", { upstream: entry.id, ...aside });
  }
  return upstream;
}
