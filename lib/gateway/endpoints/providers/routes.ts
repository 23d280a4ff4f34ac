/** `/api/providers`: providers that are connected in the browser, for keys with the scope "admin". */

import type { ProviderList, ProviderTest } from "#lib/contract/provider.ts";
import type { ApiFormat } from "#lib/contract/provider-presets.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { listChanges } from "#lib/gateway/request/audit.ts";
import { describeConfig } from "#lib/gateway/request/config-state.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { errors } from "#lib/http/errors.ts";
import { testProvider } from "#lib/upstreams/test-provider.ts";
import { describeProviders, describeStored } from "./describe-providers.ts";
import { findLocalServers } from "./find-local-servers.ts";
import * as operations from "./openapi.ts";
import type { OpenedProvider, ProviderServices } from "./provider-services.ts";
import { type CompleteDraft, limitTest, readDraft, toTestSettings } from "./read-draft.ts";

type Context = RequestContext<Services & ProviderServices>;

const LARGEST_BODY = 256 * 1024;
const LISTED_MODELS = 500;

async function listProviders({ services }: Context): Promise<EndpointResponse> {
  const list: ProviderList = {
    object: "list",
    data: await describeProviders(services),
    config: describeConfig(services.config),
  };
  return createJsonResponse(list);
}

async function listLocalServers(): Promise<EndpointResponse> {
  return createJsonResponse({ object: "list", data: await findLocalServers() });
}

/**
 * Tests a draft without saving it. A draft with the id of a stored provider may leave out its key; the id alone tests
 * any provider that is in use, also one of the config file or the environment.
 */
async function testDraft({ request, services }: Context): Promise<EndpointResponse> {
  const { value } = await readJson(request, LARGEST_BODY);
  const { id, ...rest } = (value ?? {}) as { id?: unknown };
  const before = typeof id === "string" ? await findStored(services, id) : undefined;
  const configured =
    before || Object.keys(rest).length > 0 ? undefined : services.settings.upstreams.find((entry) => entry.id === id);
  const tested = configured ? limitTest(configured) : toTestSettings(readDraft(value, before));
  const { ok, baseUrl, models, model, otherDialect, steps } = await testProvider(tested);
  const test: ProviderTest = {
    ok,
    base_url: baseUrl,
    api_formats: (otherDialect ? [otherDialect] : [...tested.dialects, ...tested.media]) as ApiFormat[],
    models: models.slice(0, LISTED_MODELS),
    model_count: models.length,
    model: model ?? null,
    steps,
  };
  return createJsonResponse(test);
}

async function createProvider(context: Context): Promise<EndpointResponse> {
  const { request, services } = context;
  const { value } = await readJson(request, LARGEST_BODY);
  const draft = readDraft(value);
  const { upstreams, bridges } = services;
  if (upstreams.has(draft.id) || bridges.has(draft.id) || (await findStored(services, draft.id))) {
    throw errors.providerExists({ id: draft.id });
  }
  return save(context, draft);
}

async function replaceProvider(context: Context): Promise<EndpointResponse> {
  const { request, services, params } = context;
  const before = await requireStored(services, params.provider_id);
  const { value } = await readJson(request, LARGEST_BODY);
  return save(context, readDraft(value, before), before.record);
}

async function removeProvider(context: Context): Promise<EndpointResponse> {
  const { services, params } = context;
  const { record } = await requireStored(services, params.provider_id);
  await services.providers.remove(record.id);
  await services.reloadSettings();
  await services.audit.record(context, { action: "provider.delete", target: record });
  return createJsonResponse({ id: record.id, object: "provider", deleted: true });
}

/** @param before provider that the draft replaces; absent for a new one */
async function save(
  context: Context,
  { id, name, preset, entry, apiKey }: CompleteDraft,
  before?: OpenedProvider["record"],
): Promise<EndpointResponse> {
  const { services } = context;
  // The other instance could not use it.
  if (apiKey && services.keyAgreement.hasOtherSecretKey()) throw errors.secretKeyDiffers();
  const now = Date.now();
  const record = {
    id,
    name,
    preset,
    entry: JSON.stringify(entry),
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
  await services.providers.put(record, apiKey);
  await services.reloadSettings();
  const saved = await requireStored(services, id);
  await services.audit.record(context, {
    action: before ? "provider.update" : "provider.create",
    target: saved.record,
    changes: [
      ...listChanges(before && toAudited(before), toAudited(record), { secret: ["headers", "options"] }),
      ...(apiKey ? [{ field: "api_key", from: before ? "(not shown)" : null, to: "(not shown)" }] : []),
    ],
  });
  return createJsonResponse(await describeStored(services, saved), {}, before ? 200 : 201);
}

/** Returns the fields of a provider that the audit log compares. */
function toAudited({ name, preset, entry }: Pick<OpenedProvider["record"], "name" | "preset" | "entry">): object {
  return { name, preset, ...JSON.parse(entry) };
}

async function findStored({ providers }: ProviderServices, id: string): Promise<OpenedProvider | undefined> {
  return (await providers.list()).find(({ record }) => record.id === id);
}

/** @throws GatewayError 404, or 409 for a provider that is configured elsewhere */
async function requireStored(services: Context["services"], id = ""): Promise<OpenedProvider> {
  const found = await findStored(services, id);
  if (found) return found;
  const entry = [...services.settings.upstreams, ...services.settings.bridges].find((upstream) => upstream.id === id);
  if (!entry) throw errors.providerUnknown({ id });
  const place = entry.source === "file" ? `the config file ${services.config.path}` : "the environment";
  throw errors.providerConfigured({ id, place });
}

const shared = { scope: "admin" } as const;
const one = { ...shared, path: "/api/providers/{provider_id}" } as const;

export const providerEndpoints: readonly Endpoint<Services & ProviderServices>[] = [
  defineEndpoint({
    ...{ ...shared, method: "GET", path: "/api/providers" },
    operation: operations.listProviders,
    handle: listProviders,
  }),
  defineEndpoint({
    ...{ ...shared, method: "POST", path: "/api/providers" },
    operation: operations.createProvider,
    handle: createProvider,
  }),
  defineEndpoint({
    ...{ ...shared, method: "GET", path: "/api/providers/local" },
    operation: operations.listLocalServers,
    handle: listLocalServers,
  }),
  defineEndpoint({
    ...{ ...shared, method: "POST", path: "/api/providers/test" },
    operation: operations.testProvider,
    handle: testDraft,
  }),
  defineEndpoint({ ...one, method: "PUT", operation: operations.replaceProvider, handle: replaceProvider }),
  defineEndpoint({ ...one, method: "DELETE", operation: operations.removeProvider, handle: removeProvider }),
];
