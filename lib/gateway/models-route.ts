/** `GET /v1/models` and `/v1/models/{id}`: one body that serves all three SDK families (wire-formats §0.1). */
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { findSandboxModel, type SandboxModel, sandboxModels } from "#lib/sandbox/models.ts";
import type { ModelEntry } from "#lib/upstreams/model-entry.ts";
import { authenticate } from "./authenticate.ts";
import { FREE } from "./request-cost.ts";
import type { RequestRecord } from "./request-record.ts";
import { DEFAULT_ALIAS, defaultModel, resolveModel } from "./resolve-model.ts";
import type { PathParameters } from "./route.ts";
import type { Runtime } from "./runtime.ts";
import { SANDBOX } from "./sandbox-upstream.ts";

export async function listModels(exchange: ExchangeRequest, runtime: Runtime): Promise<ExchangeResponse> {
  await authenticate(exchange, runtime, "inference");
  const upstreams = [...runtime.upstreams.values(), ...runtime.bridges.values()];
  const listings = await Promise.all(upstreams.map((upstream) => runtime.catalogue.list(upstream)));
  const models = [...listings.flatMap((listing) => listing.models), ...builtIn(runtime)];
  const byId = new Map(models.map((entry) => [entry.id, entry]));
  const entries = [
    ...aliases(runtime).map((alias) => withFacts(alias, byId.get(alias.aliasOf) ?? unlisted(alias.aliasOf, runtime))),
    ...models,
  ];
  const data = entries.map(toWire);
  const unavailable = upstreams.flatMap(({ id }, index) => {
    const error = listings[index]?.error;
    return error ? [{ upstream: id, message: error }] : [];
  });
  return json({
    object: "list",
    data,
    has_more: false,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    // No nextPageToken: an empty one makes Google's pager loop (wire-formats §4.7).
    models: data,
    // Absent where it is undefined.
    default: defaultModel(runtime),
    ...(unavailable.length > 0 ? { unavailable } : {}),
  });
}

/** @param parameters the model's id, decoded, as `model` */
export async function readModel(
  exchange: ExchangeRequest,
  runtime: Runtime,
  _record: RequestRecord,
  { model: id = "" }: PathParameters,
): Promise<ExchangeResponse> {
  await authenticate(exchange, runtime, "inference");
  const alias = aliases(runtime).find((entry) => entry.id === id);
  if (alias) return json(toWire(withFacts(alias, await entryOf(alias.aliasOf, runtime).catch(() => undefined))));
  return json(toWire(await entryOf(id, runtime)));
}

/** @throws GatewayError 404 for a model that is in no list */
async function entryOf(id: string, runtime: Runtime): Promise<ModelEntry> {
  const resolved = resolveModel(id, runtime);
  if (resolved.kind === "sandbox") return sandboxEntry(findSandboxModel(resolved.model) as SandboxModel);
  const { model } = resolved;
  const upstream = resolved.kind === "bridge" ? resolved.bridge : resolved.upstream;
  const { models, error } = await runtime.catalogue.list(upstream);
  const entry = models.find((known) => known.id === `${upstream.id}/${model}`);
  if (entry) return entry;
  throw new GatewayError({
    status: 404,
    message: `The upstream "${upstream.id}" lists no model "${model.slice(0, 200)}".${error ? ` ${error}` : ""}`,
    param: "model",
    code: "model_not_found",
  });
}

function builtIn({ settings }: Runtime): ModelEntry[] {
  return settings.sandbox.enabled ? sandboxModels.map(sandboxEntry) : [];
}

function aliases(runtime: Runtime): (ModelEntry & { aliasOf: string })[] {
  const model = defaultModel(runtime);
  const targets = { ...(model === undefined ? {} : { [DEFAULT_ALIAS]: model }), ...runtime.settings.aliases };
  return Object.entries(targets).map(([id, aliasOf]) => ({
    id,
    upstream: "alias",
    created: 0,
    displayName: id,
    description: `Stands for ${aliasOf}.`,
    aliasOf,
  }));
}

/** What is known of the model that an alias stands for: a list that could not be had knows nothing of it. */
function withFacts(alias: ModelEntry, target: ModelEntry | undefined): ModelEntry {
  if (!target) return alias;
  const { contextWindow, capabilities, pricing } = target;
  return {
    ...alias,
    ...(contextWindow ? { contextWindow } : {}),
    ...(capabilities ? { capabilities } : {}),
    ...(pricing ? { pricing } : {}),
  };
}

/** Some built-in models are made by their name. */
function unlisted(name: string, { settings }: Runtime): ModelEntry | undefined {
  const prefix = `${SANDBOX}/`;
  const model =
    settings.sandbox.enabled && name.startsWith(prefix) ? findSandboxModel(name.slice(prefix.length)) : undefined;
  return model && sandboxEntry(model);
}

function sandboxEntry({
  id,
  name,
  description,
  contextWindow,
  maxOutputTokens,
  capabilities,
}: SandboxModel): ModelEntry {
  return {
    id: `${SANDBOX}/${id}`,
    upstream: SANDBOX,
    created: 0,
    displayName: name,
    description,
    contextWindow,
    maxOutputTokens,
    capabilities,
    pricing: FREE,
  };
}

/** One entry with the keys of all three conventions, tested with their SDKs. */
function toWire(entry: ModelEntry) {
  const { id, upstream, created, displayName, description } = entry;
  const { contextWindow, maxOutputTokens, capabilities, pricing, aliasOf } = entry;
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
    supportedGenerationMethods: capabilities?.videos
      ? ["predictLongRunning"]
      : ["generateContent", "streamGenerateContent", "countTokens"],
    ...(description ? { description } : {}),
    ...(contextWindow ? { context_window: contextWindow, inputTokenLimit: contextWindow } : {}),
    ...(maxOutputTokens ? { max_output_tokens: maxOutputTokens, outputTokenLimit: maxOutputTokens } : {}),
    ...(capabilities ? { capabilities } : {}),
    ...(pricing ? { pricing } : {}),
    ...(aliasOf ? { alias_of: aliasOf } : {}),
  };
}

function json(body: unknown): ExchangeResponse {
  return { status: 200, headers: { "content-type": "application/json; charset=utf-8" }, body: JSON.stringify(body) };
}
