/** Writes a Call as the request of `:generateContent` (wire-formats §4.2 to §4.5); model and stream are in the path. */
import type { Call } from "#lib/canonical/call.ts";
import { dropForGoogle, GOOGLE_SERVICE_TIERS } from "../google-common.ts";
import { DIALECT } from "./dialect-id.ts";
import { getExactForm } from "./exact-form.ts";
import { writeGenerationConfig } from "./generation-config.ts";
import { writeToolChoice, writeTools } from "./tools.ts";
import { writeMessages } from "./write-contents.ts";

type Fields = Record<string, unknown>;

const SERVICE_TIERS: Record<string, string> = { ...GOOGLE_SERVICE_TIERS, auto: "unspecified" };

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
  dropForGoogle(call, DIALECT, [["service_tier", tier === undefined ? call.serviceTier : undefined]]);
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
