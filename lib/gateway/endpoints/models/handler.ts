/** `GET /v1/models` and `/v1/models/{id}`: one body that serves all three SDK families (wire-formats §0.1). */
import type { BuiltInModel, BuiltInUpstream } from "#lib/canonical/built-in-upstream.ts";
import type { RouteSettings } from "#lib/config/model-routes.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { FREE } from "#lib/gateway/routing/price-list.ts";
import { DEFAULT_ALIAS, findDefaultModel, resolveModel } from "#lib/gateway/routing/resolve-model.ts";
import { listTargets } from "#lib/gateway/routing/route-targets.ts";
import { errors } from "#lib/http/errors.ts";
import type { ModelEntry } from "#lib/upstreams/model-entry.ts";

export async function listModels({ services }: RequestContext): Promise<EndpointResponse> {
  const upstreams = [...services.upstreams.values(), ...services.bridges.values()];
  const listings = await Promise.all(upstreams.map((upstream) => services.catalogue.list(upstream)));
  const now = Date.now();
  const models = [
    ...listings.flatMap((listing) => listing.models.filter((model) => !isRefused(model, services, now))),
    ...listBuiltIn(services),
  ];
  const byId = new Map(models.map((entry) => [entry.id, entry]));
  const entries = [
    ...listAliases(services).map((alias) =>
      addFacts(alias, byId.get(alias.aliasOf) ?? createUnlistedEntry(alias.aliasOf, services)),
    ),
    ...models,
  ];
  const data = entries.map((entry) => toWire(entry, services));
  const unavailable = upstreams.flatMap(({ id }, index) => {
    const error = listings[index]?.error;
    return error ? [{ upstream: id, message: error }] : [];
  });
  return createJsonResponse({
    object: "list",
    data,
    has_more: false,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    // No nextPageToken: an empty one makes Google's pager loop (wire-formats §4.7).
    models: data,
    // Default model; absent when undefined.
    default: findDefaultModel(services),
    ...(unavailable.length > 0 ? { unavailable } : {}),
  });
}

/** @throws GatewayError 404 for an unlisted model */
export async function readModel({ services, params: { model: id = "" } }: RequestContext): Promise<EndpointResponse> {
  const alias = listAliases(services).find((entry) => entry.id === id);
  if (alias)
    return createJsonResponse(
      toWire(addFacts(alias, await findEntry(alias.aliasOf, services).catch(() => undefined)), services),
    );
  return createJsonResponse(toWire(await findEntry(id, services), services));
}

/** @throws GatewayError 404 for an unlisted model */
async function findEntry(id: string, services: Services): Promise<ModelEntry> {
  const resolved = resolveModel(id, services);
  const { model } = resolved;
  if (resolved.kind === "sandbox") {
    const { builtIn } = resolved;
    return createBuiltInEntry(builtIn, builtIn.findModel(model) as BuiltInModel);
  }
  const upstream = resolved.kind === "bridge" ? resolved.bridge : resolved.upstream;
  const { models, error } = await services.catalogue.list(upstream);
  const entry = models.find((known) => known.id === `${upstream.id}/${model}`);
  if (entry) return entry;
  throw errors.modelNotListed({ provider: upstream.id, model, reason: error ?? "" });
}

function listBuiltIn({ builtIns }: Services): ModelEntry[] {
  return [...builtIns.values()].flatMap((upstream) =>
    upstream.models.map((model) => createBuiltInEntry(upstream, model)),
  );
}

function listAliases(services: Services): (ModelEntry & { aliasOf: string })[] {
  const model = findDefaultModel(services);
  const { aliases, routes } = services.settings;
  const targets = { ...(model === undefined ? {} : { [DEFAULT_ALIAS]: model }), ...aliases };
  const entry = (id: string, fields: { upstream: string; description: string; aliasOf: string }) => ({
    id,
    created: 0,
    displayName: id,
    ...fields,
  });
  return [
    ...Object.values(routes).map((route) =>
      entry(route.name, {
        upstream: "route",
        description: `Route over ${listTargets(route).join(", ")}.`,
        aliasOf: route.targets[0]?.model ?? "",
      }),
    ),
    ...Object.entries(targets).map(([id, aliasOf]) =>
      entry(id, { upstream: "alias", description: `Stands for ${aliasOf}.`, aliasOf }),
    ),
  ];
}

/** Adds the facts of an alias's model; none when its upstream's list could not be read. */
function addFacts(alias: ModelEntry, target: ModelEntry | undefined): ModelEntry {
  if (!target) return alias;
  const { contextWindow, capabilities, pricing, retiresAt } = target;
  return {
    ...alias,
    ...(contextWindow ? { contextWindow } : {}),
    ...(capabilities ? { capabilities } : {}),
    ...(pricing ? { pricing } : {}),
    ...(retiresAt === undefined ? {} : { retiresAt }),
  };
}

/** Returns a built-in model that is in no list, such as `fault-503`. */
function createUnlistedEntry(name: string, { builtIns }: Services): ModelEntry | undefined {
  const slash = name.indexOf("/");
  const upstream = builtIns.get(name.slice(0, Math.max(0, slash)));
  const model = upstream?.findModel(name.slice(slash + 1));
  return upstream && model && createBuiltInEntry(upstream, model);
}

function createBuiltInEntry(
  upstream: BuiltInUpstream,
  { id, name, description, contextWindow, maxOutputTokens, capabilities }: BuiltInModel,
): ModelEntry {
  return {
    id: `${upstream.id}/${id}`,
    upstream: upstream.id,
    created: 0,
    displayName: name,
    description,
    contextWindow,
    maxOutputTokens,
    capabilities,
    pricing: FREE,
  };
}

/** Returns one entry with the keys of all three dialects, tested with their SDKs. */
function toWire(entry: ModelEntry, services: Services) {
  const { id, upstream, created, displayName, description } = entry;
  const { contextWindow, maxOutputTokens, capabilities, pricing, retiresAt, replacedBy, aliasOf } = entry;
  const apiFormats = listApiFormats(aliasOf ?? id, services);
  return {
    id,
    object: "model",
    created,
    owned_by: upstream,
    type: "model",
    display_name: displayName,
    created_at: new Date(created * 1000).toISOString(),
    name: `models/${id}`,
    version: "1",
    displayName,
    supportedGenerationMethods: listMethods(capabilities),
    ...(description ? { description } : {}),
    ...(contextWindow ? { context_window: contextWindow, inputTokenLimit: contextWindow } : {}),
    ...(maxOutputTokens ? { max_output_tokens: maxOutputTokens, outputTokenLimit: maxOutputTokens } : {}),
    ...(capabilities ? { capabilities } : {}),
    ...(pricing ? { pricing } : {}),
    ...(apiFormats.length > 0 ? { api_formats: apiFormats } : {}),
    ...(retiresAt === undefined ? {} : { retires_at: new Date(retiresAt).toISOString() }),
    ...(replacedBy === undefined ? {} : { replaced_by: `${upstream}/${replacedBy}` }),
    ...(aliasOf && upstream !== "route" ? { alias_of: aliasOf } : {}),
    ...(upstream === "route" ? { targets: listTargets(services.settings.routes[id] as RouteSettings) } : {}),
  };
}

/** Returns the actions of a model in Google's API. */
function listMethods(capabilities: ModelEntry["capabilities"]): string[] {
  if (capabilities?.videos) return ["predictLongRunning"];
  if (capabilities?.embeddings) return ["embedContent", "batchEmbedContents"];
  if (capabilities?.speech || capabilities?.transcription) return [];
  return ["generateContent", "streamGenerateContent", "countTokens"];
}

/** Returns the APIs that the model's upstream speaks; none for a package of the AI SDK and the built-in models. */
function listApiFormats(name: string, { upstreams }: Services): string[] {
  const upstream = upstreams.get(name.slice(0, Math.max(0, name.indexOf("/"))));
  return upstream ? [...upstream.dialects, ...upstream.media] : [];
}

/** Returns true for a model whose date in the config file has passed: calling it gives 404. */
function isRefused({ id, upstream }: ModelEntry, { upstreams, bridges }: Services, now: number): boolean {
  const stated = (upstreams.get(upstream) ?? bridges.get(upstream))?.retirements;
  const retiresOn = stated?.[id.slice(upstream.length + 1)]?.retiresOn;
  return retiresOn !== undefined && Date.parse(retiresOn) <= now;
}
