/** Writes a Call as the request of `:generateContent` (wire-formats §4.2 to §4.5); model and stream are in the path. */
import type { Call } from "#lib/canonical/call.ts";
import { omitVendor } from "#lib/canonical/opaque.ts";
import { DIALECT } from "./dialect-id.ts";
import { getExactForm } from "./exact-form.ts";
import { writeGenerationConfig } from "./generation-config.ts";
import { writeToolChoice, writeTools } from "./tools.ts";
import { writeMessages } from "./write-contents.ts";

type Fields = Record<string, unknown>;

const SERVICE_TIERS: Record<string, string> = {
  auto: "unspecified",
  default: "standard",
  standard: "standard",
  flex: "flex",
  priority: "priority",
  fast: "priority",
};

/**
 * Adds the names of dropped fields to `call.dropped`.
 * @throws GatewayError 400 with the path of a schema that the API cannot express
 */
export function writeRequest(call: Call): Fields {
  const { generationConfig, toolConfig, ...vendor } = call.vendor?.[DIALECT] ?? {};
  const exact = getExactForm(call.vendor);
  const { contents, systemInstruction } = writeMessages(call);
  const tools = call.tools && writeTools(call.tools, call.dropped);
  const config = writeGenerationConfig(call, {
    rest: generationConfig as Fields | undefined,
    exact: exact?.generationConfig as Fields | undefined,
  });
  const tier = call.serviceTier === undefined ? undefined : SERVICE_TIERS[call.serviceTier];
  listDropped(call, tier);
  // The API refuses a tool choice without functions.
  const hasFunctions = call.tools?.some((tool) => tool.kind === "function");
  const choice = {
    ...(call.toolChoice && hasFunctions ? writeToolChoice(call.toolChoice) : {}),
    ...(exact?.functionCallingConfig ? { functionCallingConfig: exact.functionCallingConfig } : {}),
    ...(toolConfig as Fields | undefined),
  };
  return {
    contents,
    ...(systemInstruction ? { systemInstruction } : {}),
    ...(tools && tools.length > 0 ? { tools } : {}),
    ...(Object.keys(choice).length > 0 ? { toolConfig: choice } : {}),
    ...(config ? { generationConfig: config } : {}),
    ...(tier ? { serviceTier: tier } : {}),
    ...vendor,
  };
}

function listDropped(call: Call, tier: string | undefined): void {
  const missing: [string, unknown][] = [
    ["logit_bias", call.logitBias],
    ["verbosity", call.verbosity],
    ["metadata", call.metadata],
    ["user", call.user],
    ["safety_identifier", call.safetyIdentifier],
    ["prompt_cache_key", call.promptCacheKey],
    ["parallel_tool_calls", call.parallelToolCalls === false ? false : undefined],
    ["service_tier", tier === undefined ? call.serviceTier : undefined],
  ];
  for (const [name, value] of missing) if (value !== undefined) call.dropped.push(name);
  for (const fields of Object.values(omitVendor(call.vendor, DIALECT) ?? {})) {
    // `max_tokens` is the older name of a field that is carried, so it is not reported as dropped.
    for (const name of Object.keys(fields)) if (name !== "max_tokens") call.dropped.push(name);
  }
}
