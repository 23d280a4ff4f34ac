/** Describes every provider of the gateway: built-in, from the environment, the config file and the store. */
import type { ServerEntry } from "#lib/config/upstream-entry.ts";
import type { BridgeSettings, UpstreamSettings, UpstreamSource } from "#lib/config/upstream-settings.ts";
import type { Provider } from "#lib/contract/provider.ts";
import { type ApiFormat, PROVIDER_PRESETS } from "#lib/contract/provider-presets.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { resolveAlias } from "#lib/gateway/routing/resolve-model.ts";
import { listTargets } from "#lib/gateway/routing/route-targets.ts";
import { SANDBOX } from "#lib/gateway/routing/sandbox-upstream.ts";
import type { OpenedProvider, ProviderServices } from "./provider-services.ts";

type ConfiguredUpstream = UpstreamSettings | BridgeSettings;

/** Reads the model lists as well, which are cached; a provider that does not answer delays it by seconds. */
export async function describeProviders(services: Services & ProviderServices): Promise<Provider[]> {
  const { settings } = services;
  const stored = await services.providers.list();
  const configured: ConfiguredUpstream[] = [...settings.upstreams, ...settings.bridges];
  const active = await Promise.all(
    configured.map((entry) =>
      describeActive(
        services,
        entry,
        stored.find(({ record }) => record.id === entry.id),
      ),
    ),
  );
  const sources = new Map(configured.map(({ id, source }) => [id, source]));
  const inactive = stored.filter(({ record }) => sources.get(record.id) !== "stored");
  return [
    ...(settings.sandbox.enabled ? [SANDBOX_PROVIDER] : []),
    ...active,
    ...inactive.map((provider) => describeInactive(provider, sources.get(provider.record.id))),
  ];
}

/** Reads the model list of this provider only. */
export async function describeStored(
  services: Services & ProviderServices,
  provider: OpenedProvider,
): Promise<Provider> {
  const { upstreams, bridges } = services.settings;
  const entry = [...upstreams, ...bridges].find(({ id }) => id === provider.record.id);
  return entry?.source === "stored"
    ? describeActive(services, entry, provider)
    : describeInactive(provider, entry?.source);
}

async function describeActive(
  { upstreams, bridges, catalogue, settings, targets }: Services,
  entry: ConfiguredUpstream,
  stored: OpenedProvider | undefined,
): Promise<Provider> {
  const upstream = upstreams.get(entry.id) ?? bridges.get(entry.id);
  const { models, error } = upstream ? await catalogue.list(upstream) : { models: [], error: undefined };
  const record = entry.source === "stored" ? stored?.record : undefined;
  const isServer = "baseUrl" in entry;
  return {
    id: entry.id,
    name: record?.name ?? nameOf(entry.id),
    preset: record?.preset ?? null,
    source: entry.source,
    base_url: isServer ? entry.baseUrl : null,
    api_formats: isServer ? ([...entry.dialects, ...entry.media] as ApiFormat[]) : [],
    has_key: isServer ? entry.apiKey !== undefined : entry.secrets.length > 0,
    status: error === undefined ? "ready" : "failing",
    problem: error ?? null,
    model_count: models.length,
    models: entry.models ?? null,
    keys: upstreams.get(entry.id)?.keys?.describe() ?? [],
    out_of_use: listOutOfUse(entry.id, { settings, targets }),
    created_at: record?.createdAt ?? null,
    updated_at: record?.updatedAt ?? null,
  };
}

const SANDBOX_PROVIDER: Provider = {
  id: SANDBOX,
  name: "Sandbox",
  preset: null,
  source: "built-in",
  base_url: null,
  api_formats: [],
  has_key: false,
  status: "ready",
  problem: null,
  model_count: null,
  models: null,
  keys: [],
  out_of_use: [],
  created_at: null,
  updated_at: null,
};

function describeInactive({ record, problem }: OpenedProvider, winner: UpstreamSource | undefined): Provider {
  const { baseUrl, dialects = ["openai-chat"], models } = JSON.parse(record.entry) as ServerEntry;
  const where = winner === "file" ? "The config file" : "The environment";
  return {
    id: record.id,
    name: record.name,
    preset: record.preset,
    source: "stored",
    base_url: baseUrl,
    api_formats: dialects as ApiFormat[],
    has_key: record.sealedKey !== null,
    status: winner ? "overridden" : "locked",
    problem: winner ? `${where} has a provider of the same id, which is used instead.` : (problem ?? null),
    model_count: 0,
    models: models ?? null,
    keys: [],
    out_of_use: [],
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  };
}

/** Returns the models of a provider that routes leave out while their circuit breakers are open. */
function listOutOfUse(
  id: string,
  { settings, targets }: Pick<Services, "settings" | "targets">,
): Provider["out_of_use"] {
  const models = new Set(Object.values(settings.routes).flatMap(listTargets));
  return [...models].flatMap((model) => {
    if (!resolveAlias(model, { settings }).startsWith(`${id}/`)) return [];
    const { state, waitMs } = targets.breakerOf(model);
    return state === "open" ? [{ model, retry_in_ms: Math.ceil(waitMs) }] : [];
  });
}

function nameOf(id: string): string {
  return PROVIDER_PRESETS.find((preset) => preset.id === id)?.name ?? id;
}
