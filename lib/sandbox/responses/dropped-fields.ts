/** Names the fields that the sandbox accepts and does not act on, so that nothing is dropped in silence. */
import type { Call, Message, Tool } from "#lib/canonical/call.ts";
import { contentParts } from "#lib/canonical/content-parts.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import { sandboxBehaviour } from "../models.ts";
import { TOKENS_PER_SECOND_KEY } from "./tokens-per-second.ts";

/**
 * Names the fields that change nothing in the sandbox's response, as POST /v1/chat/completions spells them. A name may
 * come twice. The names are generated lazily, since there may be very many.
 */
export function* listDroppedFields(call: Call): Generator<string, void, void> {
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
  yield* names;
  yield* ignoredByModel(call);
  for (const [index, tool] of (call.tools ?? []).entries()) yield* ignoredInTool(tool, `tools[${index}]`);
  yield* vendorFields(call.vendor);
  for (const [index, message] of call.messages.entries()) yield* ignoredInMessage(message, `messages[${index}]`);
}

/** Models with a fixed response ignore most fields. */
function ignoredByModel(call: Call): string[] {
  const kind = sandboxBehaviour(call.model)?.kind;
  if (kind === undefined || kind === "guide" || kind === "slow" || kind === "cut") return [];
  const sampling: [string, unknown][] = [
    ["temperature", call.temperature],
    ["top_p", call.topP],
    ["seed", kind === "painter" ? undefined : call.seed],
  ];
  // Its prepared responses call tools, fill a schema and reason.
  if (kind === "demo") return namesOfSet([...sampling, ["verbosity", call.verbosity]]);
  return namesOfSet([
    ...sampling,
    ["tools", kind === "garbage" ? undefined : call.tools],
    ["tool_choice", call.toolChoice],
    ["parallel_tool_calls", call.parallelToolCalls],
    ["response_format", call.output?.type === "text" ? undefined : call.output],
    ["reasoning_effort", call.reasoning?.effort],
    ["verbosity", call.verbosity],
  ]);
}

function namesOfSet(fields: readonly [string, unknown][]): string[] {
  return fields.flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

function* ignoredInTool(tool: Tool, path: string): Generator<string, void, void> {
  if (tool.kind === "hosted") {
    yield path;
    return;
  }
  let isExtended = false;
  for (const name of vendorFields(tool.vendor)) {
    isExtended = true;
    yield `${path}.${name}`;
  }
  if (!isExtended && tool.kind === "custom" && hasGrammar(tool.format)) yield `${path}.custom.format`;
}

function hasGrammar(format: unknown): boolean {
  return typeof format === "object" && format !== null && "type" in format && format.type === "grammar";
}

/** `stream_options` only shapes the stream, and `max_tokens` works as the older name of `max_completion_tokens`. */
const NOT_DROPPED = new Set(["stream_options", "max_tokens"]);

function* vendorFields(vendor: VendorData = {}): Generator<string, void, void> {
  for (const dialect in vendor) for (const name in vendor[dialect]) if (!NOT_DROPPED.has(name)) yield name;
}

function* ignoredInMessage(message: Message, path: string): Generator<string, void, void> {
  // SDKs send back whole responses with their empty extra fields: an assistant message requests nothing.
  if (message.role === "assistant") return;
  for (const name of vendorFields(message.vendor)) yield `${path}.${name}`;
  for (const [index, part] of contentParts(message).entries()) {
    if (part.type === "unknown") yield `${path}.content[${index}]`;
    else for (const name of vendorFields(part.vendor)) yield `${path}.content[${index}].${name}`;
  }
}
