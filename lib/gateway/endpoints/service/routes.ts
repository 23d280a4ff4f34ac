/** `/healthz`: the process responds. `/readyz`: it can do its work. Neither needs a key. */
import { createConfigSchema } from "#lib/config/config-schema.ts";
import type { ProviderKeyState } from "#lib/contract/provider.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { describeConfig } from "#lib/gateway/request/config-state.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { listTargets } from "#lib/gateway/routing/route-targets.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import { describeReason } from "#lib/http/storage-fault.ts";
import packageJson from "../../../../package.json" with { type: "json" };
import * as operations from "./openapi.ts";

async function readyz({ services, request }: RequestContext): Promise<EndpointResponse> {
  if (services.inFlight.draining) return createJsonResponse({ status: "draining" }, {}, 503);
  const [store, files, temporary] = await Promise.all([
    describeCheck(services.store.check(), "The store cannot be written.", services),
    describeCheck(services.files.blobs.check(), "The storage of files cannot be used.", services),
    describeCheck(services.tempFiles.check(), "Temporary files cannot be written.", services),
  ]);
  // An invalid change of the config file is not in effect: the gateway works as before it.
  const checks = { store, files, temporary, config: "ok" };
  const isReady = [store, files, temporary].every((check) => check === "ok" || check === UNAVAILABLE);
  if (isReady) {
    return createJsonResponse({ status: "ready", checks, ...(isVerbose(request) ? describeDetails(services) : {}) });
  }
  return createJsonResponse({ status: "not ready", checks }, {}, 503);
}

/** Check of what a gateway was started without, such as a disk that can be written. */
const UNAVAILABLE = "unavailable";

/** Returns `ok`, or the problem, whose reason is logged: it may name paths and addresses. */
async function describeCheck(check: Promise<unknown>, problem: string, { log }: Services): Promise<string> {
  try {
    return (await check) === false ? UNAVAILABLE : "ok";
  } catch (error) {
    log(`${problem} ${describeReason(error)}`);
    return `${problem} The log has the reason.`;
  }
}

function describeDetails(services: Services) {
  return {
    config: describeConfig(services.config),
    routes: describeRoutes(services),
    keys: describeKeys(services),
    // Without the store that counts them, limits hold for this instance: it can still do its work.
    counters: services.counters.state(),
    instances: { bus: services.bus.state(), problem: services.keyAgreement.findProblem() ?? null },
  };
}

/** Returns the state of each model of each route. */
function describeRoutes({ settings, targets }: Services): Record<string, { model: string; state: string }[]> {
  return Object.fromEntries(
    Object.values(settings.routes).map((route) => [
      route.name,
      listTargets(route).map((model) => {
        const { state, waitMs } = targets.breakerOf(model);
        const places = targets.placesOf(route, model);
        return {
          model,
          state,
          ...(state === "open" ? { retry_in_ms: Math.ceil(waitMs) } : {}),
          ...(places ? { running: places.running, waiting: places.waiting } : {}),
        };
      }),
    ]),
  );
}

/** Returns the states of the API keys of each upstream that has several. */
function describeKeys({ upstreams }: Services): Record<string, ProviderKeyState[]> {
  return Object.fromEntries(
    [...upstreams.values()].flatMap(({ id, keys }) => (keys ? [[id, keys.describe()] as const] : [])),
  );
}

/** Made at the first request. */
let configSchema: ReturnType<typeof createConfigSchema> | undefined;

function isVerbose({ query }: HttpRequest): boolean {
  return new URLSearchParams(query).has("verbose");
}

const probe = {
  method: "GET",
  scope: "none",
  dialect: dialects["openai-chat"],
  logged: false,
  whileDraining: true,
} as const;

export const serviceEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...probe,
    path: "/healthz",
    operation: operations.healthz,
    handle: () => createJsonResponse({ status: "ok", version: packageJson.version }),
  }),
  defineEndpoint({
    ...probe,
    path: "/readyz",
    // Details name files and settings.
    scope: ({ request }) => (isVerbose(request) ? "admin" : "none"),
    operation: operations.readyz,
    handle: readyz,
  }),
  defineEndpoint({
    ...probe,
    path: "/metrics",
    scope: "metrics",
    operation: operations.readMetrics,
    async handle({ services }) {
      const { contentType, text } = await services.metrics.render();
      return { status: 200, headers: { "content-type": contentType, "cache-control": "no-store" }, body: text };
    },
  }),
  defineEndpoint({
    ...probe,
    path: "/config.schema.json",
    operation: operations.readConfigSchema,
    handle: () => {
      configSchema ??= createConfigSchema();
      return createJsonResponse(configSchema);
    },
  }),
];
