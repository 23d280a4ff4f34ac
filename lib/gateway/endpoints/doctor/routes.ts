/** `/api/doctor`: tries a server in each text API, for keys with the scope "admin". */
import { TEXT_DIALECTS } from "#lib/config/upstream-entry.ts";
import type { UpstreamSettings } from "#lib/config/upstream-settings.ts";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import type { ApiFormat } from "#lib/contract/provider-presets.ts";
import { close, type DoctorOptions, type FoundTarget, findTargets } from "#lib/doctor/find-targets.ts";
import { DOCTOR_LIMITS } from "#lib/doctor/limits.ts";
import { planRun } from "#lib/doctor/plan-run.ts";
import { limitDoctor, toDoctorSettings } from "#lib/doctor/settings.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";
import * as operations from "./openapi.ts";
import { type DoctorRequest, doctorRequest } from "./schema.ts";
import { streamRun, writeRunError } from "./stream-run.ts";

const LARGEST_BODY = 64 * 1024;
const { timeoutMs } = DOCTOR_LIMITS;

async function planDoctor(context: RequestContext): Promise<EndpointResponse> {
  const { options, targets } = await findServer(context);
  try {
    return createJsonResponse(await planRun(targets, options.settings));
  } finally {
    for (const target of targets) close(target);
  }
}

async function startDoctor(context: RequestContext): Promise<EndpointResponse> {
  const { options, targets, hasKey } = await findServer(context);
  return {
    status: 200,
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" },
    body: streamRun({ options, targets, hasKey }),
    events: { ping: ": ping\n\n", writeError: writeRunError },
  };
}

type FoundServer = { options: DoctorOptions; targets: FoundTarget[]; hasKey: boolean };

/** Reads the request and finds the server's APIs. @throws GatewayError 400 without a model */
async function findServer({ request, services }: RequestContext): Promise<FoundServer> {
  const { value } = await readJson(request, LARGEST_BODY);
  const asked = validate(doctorRequest, value);
  const { settings, formats } = findSettings(asked, services);
  const options: DoctorOptions = {
    ...{ settings, formats, timeoutMs, signal: request.client.signal },
    ...{ model: asked.model, embeddingModel: asked.embedding_model, maxOutputTokens: asked.max_tokens },
  };
  const targets = await findTargets(options);
  if (typeof targets === "string") throw errors.doctorHasNoModel({ reason: targets });
  return { options, targets, hasKey: settings.apiKey !== undefined };
}

/** @throws GatewayError 404 for an unknown provider, 400 without a server */
function findSettings(
  { provider, base_url: baseUrl, api_key: apiKey, api_formats: formats }: DoctorRequest,
  { settings }: Pick<Services, "settings">,
): { settings: UpstreamSettings; formats: ApiFormat[] } {
  if (provider === undefined) {
    if (baseUrl === undefined) throw errors.invalidValue({ param: "base_url", rule: fieldRules.baseUrl });
    const server = toDoctorSettings({ baseUrl, apiKey: apiKey || undefined, headers: {}, timeoutMs });
    return { settings: server, formats: formats ?? [...TEXT_DIALECTS] };
  }
  // A stored key goes to its own server only.
  if (baseUrl !== undefined || apiKey !== undefined) {
    const param = baseUrl === undefined ? "api_key" : "base_url";
    throw errors.invalidValue({ param, rule: fieldRules.type(["left out beside `provider`"]) });
  }
  const found = settings.upstreams.find(({ id }) => id === provider);
  if (!found) throw errors.providerUnknown({ id: provider });
  const own = found.dialects as ApiFormat[];
  return { settings: limitDoctor(found, timeoutMs), formats: formats ?? (own.length > 0 ? own : [...TEXT_DIALECTS]) };
}

export const doctorEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...{ method: "POST", path: "/api/doctor/plan", scope: "admin" },
    operation: operations.planDoctor,
    handle: planDoctor,
  }),
  defineEndpoint({
    ...{ method: "POST", path: "/api/doctor", scope: "admin" },
    operation: operations.startDoctor,
    handle: startDoctor,
  }),
];
