/** Puts new settings into effect in a running gateway. Requests that have begun keep the upstream they began with. */
import { isDeepStrictEqual } from "node:util";
import type { Settings } from "#lib/config/load-settings.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import type { RenderVideo } from "#lib/sandbox/upstream.ts";
import { openBridge } from "#lib/upstreams/ai-sdk/bridge.ts";
import type { Redact } from "#lib/upstreams/redactor.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { LARGEST_RESPONSE } from "../limits.ts";
import { openBuiltIns } from "./open-built-ins.ts";
import { openUpstream } from "./open-upstream.ts";

export type Running = Pick<
  Services,
  "settings" | "builtIns" | "upstreams" | "bridges" | "catalogue" | "targets" | "bus"
>;

/** Settings of the config file that only a restart changes. */
const FIXED = ["trustedProxies", "files", "images", "videos", "store", "audit", "quotas", "oidc"] as const;
const FIXED_LOG = ["days", "bodyDays", "bodyBytes"] as const;
const FIXED_LIMITS = ["bodyMemoryBytes", "fileBytes"] as const;

/**
 * @param options `redact`: the redactor of the process, which learns the new secrets
 * @returns names of changed settings that take effect after a restart
 * @throws SettingsError for a package that cannot be used; nothing has changed then
 */
export async function applySettings(
  running: Running,
  next: Settings,
  { redact, renderVideo }: { redact: Redact; renderVideo?: RenderVideo | undefined },
): Promise<string[]> {
  const { settings, builtIns, upstreams, bridges, catalogue, targets, bus } = running;
  redact.add(next.secrets);
  const before = new Map([...settings.upstreams, ...settings.bridges].map((entry) => [entry.id, entry]));
  const hasChanged = (entry: { id: string }) => !isDeepStrictEqual(before.get(entry.id), entry);
  // Opened first: it can fail.
  const opened = await Promise.all(
    next.bridges.filter(hasChanged).map((entry) => openBridge(entry, { largestResponse: LARGEST_RESPONSE, redact })),
  );
  const newBuiltIns = await openBuiltIns(next, { renderVideo });
  const created = next.upstreams.filter(hasChanged).map((entry) => openUpstream(entry, { redact, bus }));
  const wanted = new Set([...next.upstreams, ...next.bridges].map(({ id }) => id));
  const changed = new Set([...opened, ...created].map(({ id }) => id));
  for (const [id, upstream] of upstreams) {
    if (wanted.has(id) && !changed.has(id)) continue;
    upstreams.delete(id);
    retire(upstream);
  }
  for (const [id, bridge] of bridges) {
    if (wanted.has(id) && !changed.has(id)) continue;
    bridges.delete(id);
    setTimeout(() => void bridge.close(), bridge.timeouts.totalMs).unref();
  }
  builtIns.clear();
  for (const builtIn of newBuiltIns.values()) builtIns.set(builtIn.id, builtIn);
  for (const upstream of created) upstreams.set(upstream.id, upstream);
  for (const bridge of opened) bridges.set(bridge.id, bridge);
  for (const id of before.keys()) {
    if (wanted.has(id) && !changed.has(id)) continue;
    catalogue.forget(id);
    targets.reset(id);
  }
  const fixed = [
    ...FIXED.filter((name) => !isDeepStrictEqual(settings[name], next[name])),
    ...FIXED_LOG.filter((name) => settings.requestLog[name] !== next.requestLog[name]).map(
      (name) => `requestLog.${name}`,
    ),
    ...FIXED_LIMITS.filter((name) => settings.limits[name] !== next.limits[name]).map((name) => `limits.${name}`),
  ];
  const { defaultModel, aliases, routes, keys, sandbox, streams, shares, alerts, hooks, mcpServers, secrets } = next;
  const { mcpConnect, mcpClientDocument } = next;
  const live = {
    mcpConnect,
    mcpClientDocument,
    defaultModel,
    aliases,
    routes,
    keys,
    sandbox,
    streams,
    shares,
    alerts,
    hooks,
    mcpServers,
    secrets,
  };
  Object.assign(settings, live, { upstreams: next.upstreams, bridges: next.bridges, cassettes: next.cassettes });
  targets.retain(next.routes);
  settings.requestLog.bodies = next.requestLog.bodies;
  settings.limits.bodyBytes = next.limits.bodyBytes;
  return fixed;
}

/** Requests in flight end first. */
function retire({ pool }: Upstream): void {
  pool.close().catch(() => undefined);
}
