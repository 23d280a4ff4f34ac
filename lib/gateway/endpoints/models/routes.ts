/** Endpoints that list models and read one, for the clients of every dialect (wire-formats §0.1, §4.1). */
import { dialects } from "#lib/dialects/all-dialects.ts";
import type { PathParameters } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint } from "#lib/gateway/request/endpoint.ts";
import { MODEL_ACTIONS, readModelName } from "#lib/gateway/request/google-paths.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { listModels, readModel } from "./handler.ts";
import { readModelHealth } from "./model-health.ts";
import * as operations from "./openapi.ts";

const google = dialects["google-generate"];

/** Listed after the endpoints of actions and operations, whose paths would match a model's name too. */
export const modelEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/v1/models",
    scope: "view",
    operation: operations.listModels("v1"),
    handle: listModels,
  }),
  defineEndpoint({
    method: "GET",
    path: "/api/models/health",
    scope: "view",
    operation: operations.readModelHealth,
    handle: readModelHealth,
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1beta/models",
    scope: "view",
    dialect: google,
    operation: operations.listModels("v1beta"),
    handle: listModels,
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1beta/models/{model}",
    match: (path) => readModelName(path, /^\/v1beta\/(?=models\/|tunedModels\/)(.+)$/),
    scope: "view",
    dialect: google,
    operation: operations.readModel("v1beta"),
    refuse: refuseAction,
    handle: readModel,
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/models/{model}",
    match: (path) => readModelName(path, /^\/v1\/(?=models\/|tunedModels\/.+(?::|%3A))(.+)$/i),
    scope: "view",
    operation: operations.readModel("v1"),
    refuse: refuseAction,
    handle: readModel,
  }),
];

/** A model's name may have a colon, so names without a known action can be read, but not called. */
function refuseAction(method: string, { model = "" }: PathParameters): GatewayError | undefined {
  const colon = model.lastIndexOf(":");
  if (method !== "POST" || colon < 0) return undefined;
  return errors.modelActionNotFound({ action: model.slice(colon + 1), actions: MODEL_ACTIONS });
}
