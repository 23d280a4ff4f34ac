/** `/healthz`: the process responds. `/readyz`: it can do its work. Neither needs a key. */
import { dialects } from "#lib/dialects/all-dialects.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { describeReason } from "#lib/http/storage-fault.ts";
import * as operations from "./openapi.ts";

async function readyz({ services }: RequestContext): Promise<EndpointResponse> {
  if (services.inFlight.draining) return createJsonResponse({ status: "draining" }, {}, 503);
  try {
    await services.store.check();
    // Startup fails on an invalid config, so it is always ok here.
    return createJsonResponse({ status: "ready", checks: { store: "ok", config: "ok" } });
  } catch (error) {
    services.log(`The store cannot be written: ${describeReason(error)}`);
    const checks = { store: "The store cannot be written. The log has the reason.", config: "ok" };
    return createJsonResponse({ status: "not ready", checks }, {}, 503);
  }
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
    handle: () => createJsonResponse({ status: "ok" }),
  }),
  defineEndpoint({ ...probe, path: "/readyz", operation: operations.readyz, handle: readyz }),
];
