/** What the sandbox accepts and does not act on, so that nothing is dropped in silence. */
import type { Call, Message } from "#lib/canonical/call.ts";
import type { VendorData } from "#lib/canonical/vendor.ts";
import { partsOf } from "./conversation.ts";
import { TOKENS_PER_SECOND_KEY } from "./metadata.ts";
import { sandboxBehaviour } from "./models.ts";

/** The names, as POST /v1/chat/completions spells them, of the fields that change nothing in the sandbox's answer. */
export function droppedBySandbox(call: Call): string[] {
  const names: string[] = [];
  const note = (name: string, isSet: unknown) => {
    if (isSet !== undefined && isSet !== false) names.push(name);
  };
  const isPainter = sandboxBehaviour(call.model)?.kind === "painter";
  note("frequency_penalty", call.frequencyPenalty);
  note("presence_penalty", call.presencePenalty);
  note("logit_bias", call.logitBias);
  note("top_k", call.topK);
  note("service_tier", call.serviceTier);
  note("prompt_cache_key", call.promptCacheKey);
  note("safety_identifier", call.safetyIdentifier);
  note("user", call.user);
  note(
    "modalities",
    call.modalities?.some((modality) => modality !== "text" && !(modality === "image" && isPainter)),
  );
  note("aspect_ratio", isPainter ? undefined : call.aspectRatio);
  note("metadata", call.metadata && Object.keys(call.metadata).some((key) => key !== TOKENS_PER_SECOND_KEY));
  names.push(...ignoredByModel(call), ...ignoredTools(call), ...vendorFields(call.vendor));
  for (const [index, message] of call.messages.entries()) names.push(...ignoredInMessage(message, index));
  return [...new Set(names)];
}

/** Models that say the same whatever they are asked have no use for most fields. */
function ignoredByModel(call: Call): string[] {
  const kind = sandboxBehaviour(call.model)?.kind;
  if (kind === undefined || kind === "guide" || kind === "slow" || kind === "cut") return [];
  const fields: [string, unknown][] = [
    ["temperature", call.temperature],
    ["top_p", call.topP],
    ["seed", kind === "painter" ? undefined : call.seed],
    ["tools", kind === "garbage" ? undefined : call.tools],
    ["tool_choice", call.toolChoice],
    ["parallel_tool_calls", call.parallelToolCalls],
    ["response_format", call.output?.type === "text" ? undefined : call.output],
    ["reasoning_effort", call.reasoning?.effort],
    ["verbosity", call.verbosity],
  ];
  return fields.flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

function ignoredTools(call: Call): string[] {
  return (call.tools ?? []).flatMap((tool, index) => {
    if (tool.kind === "hosted") return [`tools[${index}]`];
    const unknown = vendorFields(tool.vendor).map((name) => `tools[${index}].${name}`);
    if (unknown.length > 0) return unknown;
    if (tool.kind === "custom" && hasGrammar(tool.format)) return [`tools[${index}].custom.format`];
    return [];
  });
}

function hasGrammar(format: unknown): boolean {
  return typeof format === "object" && format !== null && "type" in format && format.type === "grammar";
}

/** `stream_options` says how the stream is written, and `max_tokens` acts as the older name of `max_completion_tokens`. */
const NOT_DROPPED = new Set(["stream_options", "max_tokens"]);

function vendorFields(vendor: VendorData | undefined): string[] {
  return Object.values(vendor ?? {}).flatMap((fields) => Object.keys(fields).filter((name) => !NOT_DROPPED.has(name)));
}

function ignoredInMessage(message: Message, index: number): string[] {
  // SDKs send back whole answers, empty extras included: what an assistant said asks for nothing.
  if (message.role === "assistant") return [];
  const path = `messages[${index}]`;
  const ofParts = partsOf(message).flatMap((part, partIndex) => {
    const partPath = `${path}.content[${partIndex}]`;
    if (part.type === "unknown") return [partPath];
    return vendorFields(part.vendor).map((name) => `${partPath}.${name}`);
  });
  return [...vendorFields(message.vendor).map((name) => `${path}.${name}`), ...ofParts];
}
