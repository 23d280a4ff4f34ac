/** Reads the request of `POST /v1/responses` (wire-formats §2.1). */
import type { Call, Message, OutputFormat } from "#lib/canonical/call.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import type { ResponsesRequest } from "#lib/contract/openai-responses/wire.ts";
import { withoutNulls } from "../without-nulls.ts";
import { DIALECT } from "./dialect-id.ts";
import { readItems } from "./read-items.ts";
import { isPlainChoice, readTool, readToolChoice } from "./tools.ts";

/**
 * Fields that have a place in Call, and fields that the gateway handles itself (stored responses, conversations,
 * background, the form of the stream); all others travel as vendor data.
 */
const CARRIED = new Set([
  "model",
  "input",
  "instructions",
  "previous_response_id",
  "conversation",
  "store",
  "background",
  "stream",
  "stream_options",
  "include",
  "max_output_tokens",
  "temperature",
  "top_p",
  "top_logprobs",
  "reasoning",
  "text",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "metadata",
  "service_tier",
  "safety_identifier",
  "user",
  "prompt_cache_key",
]);

export const LOGPROBS = "message.output_text.logprobs";

/** Always sets this dialect's entry of `call.vendor`, even if empty: the writer detects the call's origin by it. */
export function readRequest(wire: ResponsesRequest): Call {
  const call: Call = { model: wire.model, messages: readMessages(wire), stream: wire.stream === true, dropped: [] };
  set(call, "tools", wire.tools?.map(readTool));
  if (wire.tool_choice != null) set(call, "toolChoice", readToolChoice(wire.tool_choice));
  if (wire.text?.format != null) call.output = readOutputFormat(wire.text.format);
  if (wire.include?.includes(LOGPROBS)) call.logprobs = { top: wire.top_logprobs ?? 0 };
  set(call, "verbosity", wire.text?.verbosity);
  set(call, "reasoning", wire.reasoning?.effort ? { effort: wire.reasoning.effort } : undefined);
  set(call, "maxOutputTokens", wire.max_output_tokens);
  set(call, "parallelToolCalls", wire.parallel_tool_calls);
  set(call, "temperature", wire.temperature);
  set(call, "topP", wire.top_p);
  set(call, "metadata", wire.metadata);
  set(call, "user", wire.user);
  set(call, "safetyIdentifier", wire.safety_identifier);
  set(call, "promptCacheKey", wire.prompt_cache_key);
  set(call, "serviceTier", wire.service_tier);
  call.vendor = { [DIALECT]: readVendor(wire) };
  return call;
}

/** Sets a field; null in the request means not set. */
function set<Key extends keyof Call>(call: Call, key: Key, value: Call[Key] | null): void {
  if (value != null) call[key] = value;
}

function readMessages({ instructions, input }: ResponsesRequest): Message[] {
  const system: Message[] = instructions ? [{ role: "system", content: instructions, topLevel: true }] : [];
  if (typeof input === "string") return [...system, { role: "user", content: input }];
  return [...system, ...readItems(input ?? [])];
}

function readVendor(wire: ResponsesRequest): Record<string, unknown> {
  const vendor: Record<string, unknown> = { ...pickUnknownFields(DIALECT, withoutNulls(wire), CARRIED)?.[DIALECT] };
  const include = wire.include?.filter((value) => value !== LOGPROBS);
  if (include?.length) vendor.include = include;
  if (wire.top_logprobs != null && !wire.include?.includes(LOGPROBS)) vendor.top_logprobs = wire.top_logprobs;
  if (wire.tool_choice != null && !isPlainChoice(wire.tool_choice)) vendor.tool_choice = wire.tool_choice;
  const reasoning = restOf(wire.reasoning, new Set(["effort"]));
  if (reasoning) vendor.reasoning = reasoning;
  const text = restOf(wire.text, new Set(["format", "verbosity"]));
  if (text) vendor.text = text;
  return vendor;
}

function restOf(
  field: Record<string, unknown> | null | undefined,
  known: ReadonlySet<string>,
): Record<string, unknown> | undefined {
  return field ? pickUnknownFields(DIALECT, withoutNulls(field), known)?.[DIALECT] : undefined;
}

type Format = NonNullable<NonNullable<ResponsesRequest["text"]>["format"]>;

function readOutputFormat(format: Format): OutputFormat {
  if (format.type === "text") return { type: "text" };
  if (format.type === "json_object") return { type: "json" };
  const { name, description, schema, strict } = format;
  return {
    type: "json-schema",
    name,
    schema,
    ...(description != null ? { description } : {}),
    ...(strict != null ? { strict } : {}),
  };
}
