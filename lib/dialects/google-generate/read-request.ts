/** Reads the request of `:generateContent` and `:streamGenerateContent` (wire-formats §4.2 to §4.5). */
import type { Call } from "#lib/canonical/call.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import type { GoogleRequest } from "#lib/contract/google-generate/wire.ts";
import { DIALECT } from "./dialect-id.ts";
import { withExactForm } from "./exact-form.ts";
import { readGenerationConfig } from "./generation-config.ts";
import { readMessages } from "./read-contents.ts";
import { readToolChoice, readTools, writeToolChoice } from "./tools.ts";

/** Fields that have a place in Call; all others travel as vendor data. */
const CARRIED = new Set([
  "model",
  "stream",
  "contents",
  "systemInstruction",
  "generationConfig",
  "tools",
  "toolConfig",
  "serviceTier",
]);

export function readRequest(wire: GoogleRequest): Call {
  const call: Call = {
    model: wire.model,
    messages: readMessages(wire),
    stream: wire.stream === true,
    dropped: [],
  };
  const rest: Record<string, unknown> = { ...pickUnknownFields(DIALECT, wire, CARRIED)?.[DIALECT] };
  if (wire.tools) call.tools = readTools(wire.tools);
  const exact: Record<string, unknown> = {};
  const choice = readToolChoice(wire.toolConfig);
  if (choice) call.toolChoice = choice;
  if (wire.toolConfig) {
    const { functionCallingConfig, ...others } = wire.toolConfig;
    const written = choice && writeToolChoice(choice).functionCallingConfig;
    if (JSON.stringify(written) !== JSON.stringify(functionCallingConfig))
      exact.functionCallingConfig = functionCallingConfig;
    if (Object.keys(others).length > 0) rest.toolConfig = others;
  }
  if (wire.serviceTier !== undefined) call.serviceTier = readServiceTier(wire.serviceTier);
  if (wire.generationConfig) {
    const config = readGenerationConfig(wire.generationConfig, call);
    if (Object.keys(config.rest).length > 0) rest.generationConfig = config.rest;
    if (Object.keys(config.exact).length > 0) exact.generationConfig = config.exact;
  }
  const vendor = withExactForm(Object.keys(rest).length > 0 ? { [DIALECT]: rest } : undefined, exact);
  if (vendor) call.vendor = vendor;
  return call;
}

/** Returns other APIs' name of a tier: see SERVICE_TIERS in write-request.ts. */
function readServiceTier(tier: string): string {
  const name = tier.toLowerCase();
  if (name === "standard") return "default";
  return name === "unspecified" ? "auto" : name;
}
