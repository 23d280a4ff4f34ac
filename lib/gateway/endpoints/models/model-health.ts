/** `GET /api/models/health`: errors and latency of the last hour by model. */
import type { ModelHealthList } from "#lib/contract/model-health.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { MODEL_HEALTH } from "#lib/gateway/limits.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { findModelIds } from "#lib/gateway/routing/find-model-ids.ts";
import type { UsageStore } from "#lib/store/usage/usage.ts";

const HOUR_MS = 3_600_000;

type Cached = { until: number; list: Promise<ModelHealthList> };
/** Lists by store, and by the key that sees them; the empty name stands for all keys. */
const caches = new WeakMap<UsageStore, Map<string, Cached>>();

export async function readModelHealth({ services, principal }: RequestContext): Promise<EndpointResponse> {
  const keyId = principal.scopes.includes("admin") ? undefined : principal.keyId;
  return createJsonResponse(await readCached(services, keyId, Date.now()));
}

/** Returns the list, which is summed up from the log at most once in `MODEL_HEALTH.freshMs` for each key. */
function readCached(services: Services, keyId: string | undefined, now: number): Promise<ModelHealthList> {
  const { usage } = services.store;
  const cache = caches.get(usage) ?? new Map<string, Cached>();
  caches.set(usage, cache);
  const known = cache.get(keyId ?? "");
  if (known && known.until > now) return known.list;
  const list = sumUp(services, keyId, now);
  cache.delete(keyId ?? "");
  cache.set(keyId ?? "", { until: now + MODEL_HEALTH.freshMs, list });
  list.catch(() => cache.delete(keyId ?? ""));
  const [oldest] = cache.keys();
  if (cache.size > MODEL_HEALTH.keys && oldest !== undefined) cache.delete(oldest);
  return list;
}

async function sumUp(services: Services, keyId: string | undefined, now: number): Promise<ModelHealthList> {
  const { usage } = services.store;
  const query = { from: now - HOUR_MS, to: now + 1, keyId };
  const { names: logged } = await usage.groups(query, { by: "model", limit: MODEL_HEALTH.models });
  const used = logged.filter((name) => name !== null);
  const ids = findModelIds(used, services);
  const names = [...new Set(used.map((name) => ids.get(name) ?? name))];
  const group = { by: "model", names, otherNames: ids } as const;
  const [sums, firstBytes, totals] = await Promise.all([
    usage.sums(query, { group, limits: [] }),
    usage.latencies(query, { kind: "firstByteMs", group }),
    usage.latencies(query, { kind: "totalMs", group }),
  ]);
  const data = names.map((model) => {
    const rows = sums.filter((row) => !row.isOther && row.group === model);
    const add = (field: "requests" | "errors") => rows.reduce((total, row) => total + Number(row[field]), 0);
    const findMedian = (latencies: typeof totals) =>
      latencies.find((row) => !row.isOther && row.group === model)?.p50 ?? null;
    return {
      model,
      requests: add("requests"),
      errors: add("errors"),
      first_byte_p50_ms: findMedian(firstBytes),
      total_p50_ms: findMedian(totals),
    };
  });
  return { object: "list", from: query.from, data: data.sort((a, b) => b.requests - a.requests) };
}
