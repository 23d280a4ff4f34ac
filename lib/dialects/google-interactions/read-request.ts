/** Reads the request of `POST /v1beta/interactions` (wire-formats §14.1 to §14.3). */
import type { Call } from "#lib/canonical/call.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import type { InteractionsRequest } from "#lib/contract/google-interactions/wire.ts";
import { withoutNulls } from "../without-nulls.ts";
import { DIALECT } from "./dialect-id.ts";
import { readGenerationConfig } from "./generation-config.ts";
import { readInput } from "./read-steps.ts";
import { readResponseFormat } from "./response-format.ts";
import { readTool } from "./tools.ts";

/** Fields that have a place in Call, and fields that the gateway handles itself; all others travel as vendor data. */
const CARRIED = new Set([
  ...["model", "agent", "input", "system_instruction", "previous_interaction_id", "store", "background", "stream"],
  ...["generation_config", "tools", "response_format", "response_mime_type", "response_modalities", "service_tier"],
]);

/** Always sets this dialect's entry of `call.vendor`, even if empty: the writer detects the call's origin by it. */
export function readRequest(wire: InteractionsRequest): Call {
  const system = wire.system_instruction;
  const call: Call = {
    model: wire.model,
    messages: [...(system ? [{ role: "system" as const, content: system }] : []), ...readInput(wire.input)],
    stream: wire.stream === true,
    dropped: [],
  };
  const rest: Record<string, unknown> = { ...pickUnknownFields(DIALECT, withoutNulls(wire), CARRIED)?.[DIALECT] };
  if (wire.tools) call.tools = wire.tools.map(readTool);
  if (wire.service_tier != null) call.serviceTier = wire.service_tier === "standard" ? "default" : wire.service_tier;
  const config = wire.generation_config ? readGenerationConfig(wire.generation_config, call) : {};
  if (Object.keys(config).length > 0) rest.generation_config = config;
  const format = readResponseFormat(wire, call);
  if (format !== undefined) rest.response_format = format;
  call.vendor = { [DIALECT]: rest };
  return call;
}
