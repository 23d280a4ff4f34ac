/** Reads the request of `:generateContent` and `:streamGenerateContent` (wire-formats §4.2 to §4.5). */
import type { Call } from "#lib/canonical/call.ts";
import { vendorRest } from "#lib/canonical/vendor.ts";
import { DIALECT } from "./dialect-id.ts";
import { readGenerationConfig } from "./generation-config.ts";
import { readMessages } from "./read-contents.ts";
import { readToolChoice, readTools, writeToolChoice } from "./tools.ts";
import type { GoogleRequest } from "./wire.ts";

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
  const rest: Record<string, unknown> = { ...vendorRest(DIALECT, wire, CARRIED)?.[DIALECT] };
  if (wire.tools) call.tools = readTools(wire.tools);
  const choice = readToolChoice(wire.toolConfig);
  if (choice) call.toolChoice = choice;
  const isPlain = choice && JSON.stringify(writeToolChoice(choice)) === JSON.stringify(wire.toolConfig);
  if (wire.toolConfig && !isPlain) rest.toolConfig = wire.toolConfig;
  if (wire.serviceTier !== undefined) call.serviceTier = readServiceTier(wire.serviceTier);
  if (wire.generationConfig) {
    const config = readGenerationConfig(wire.generationConfig, call);
    if (config) rest.generationConfig = config;
  }
  if (Object.keys(rest).length > 0) call.vendor = { [DIALECT]: rest };
  return call;
}

/** The other conventions' words for the same: see SERVICE_TIERS of write-request.ts. */
function readServiceTier(tier: string): string {
  const name = tier.toLowerCase();
  if (name === "standard") return "default";
  return name === "unspecified" ? "auto" : name;
}
