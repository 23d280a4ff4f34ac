/** Writes a Call as the request of `POST /v1beta/interactions` (wire-formats §14.1 to §14.3). */
import type { Call } from "#lib/canonical/call.ts";
import { dropForGoogle, GOOGLE_SERVICE_TIERS } from "../google-common.ts";
import { DIALECT } from "./dialect-id.ts";
import { writeGenerationConfig } from "./generation-config.ts";
import { writeResponseFormat } from "./response-format.ts";
import { writeTools } from "./tools.ts";
import { writeInput } from "./write-steps.ts";

const SERVICE_TIERS: Record<string, string> = { ...GOOGLE_SERVICE_TIERS, deferred: "deferred" };

/** Adds the names of dropped fields to `call.dropped`. */
export function writeRequest(call: Call): Record<string, unknown> {
  const own = call.vendor?.[DIALECT] as Record<string, Record<string, unknown>> | undefined;
  const { generation_config: rest, response_format: exact, ...vendor } = own ?? {};
  const tools = call.tools && writeTools(call.tools, call.dropped);
  const config = writeGenerationConfig(call, own && (rest ?? {}));
  const format = exact ?? writeResponseFormat(call);
  const tier = call.serviceTier === undefined ? undefined : SERVICE_TIERS[call.serviceTier];
  listDropped(call, tier);
  return {
    model: call.model,
    ...writeInput(call),
    ...(tools && tools.length > 0 ? { tools } : {}),
    ...(config ? { generation_config: config } : {}),
    ...(format ? { response_format: format } : {}),
    ...(tier ? { service_tier: tier } : {}),
    // The gateway stores interactions itself; this API does too unless `store` is false.
    store: false,
    ...(call.stream ? { stream: true } : {}),
    ...vendor,
  };
}

/** Names the fields that only `generateContent` has. */
function listDropped(call: Call, tier: string | undefined): void {
  const hasTier = tier !== undefined || call.serviceTier === "auto";
  dropForGoogle(call, DIALECT, [
    ["n", call.choices !== undefined && call.choices > 1 ? call.choices : undefined],
    ["frequency_penalty", call.frequencyPenalty],
    ["presence_penalty", call.presencePenalty],
    ["top_k", call.topK],
    ["logprobs", call.logprobs],
    ["reasoning.budget_tokens", call.reasoning?.budgetTokens],
    ["service_tier", hasTier ? undefined : call.serviceTier],
  ]);
}
