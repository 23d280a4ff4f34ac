/** Reads the request of `POST /v1/messages` (wire-formats §3.2 to §3.4). */
import type { Call, Message, OutputFormat } from "#lib/canonical/call.ts";
import { openId } from "#lib/canonical/opaque.ts";
import type { CountTokensRequest, MessagesRequest, WireMessage } from "#lib/contract/anthropic-messages/wire.ts";
import type { ToolResultBlock } from "#lib/contract/anthropic-messages/wire-blocks.ts";
import { errors } from "#lib/http/errors.ts";
import { DIALECT } from "./dialect-id.ts";
import { pickUnknownBlockFields, readAssistantContent, readUserContent } from "./read-content.ts";
import { readThinking } from "./thinking.ts";
import { readTool, readToolChoice } from "./tools.ts";

/** Fields that have a place in Call or that the gateway handles itself; all others travel as vendor data. */
const CARRIED = new Set([
  "model",
  "messages",
  "system",
  "max_tokens",
  "stop_sequences",
  "stream",
  "temperature",
  "top_p",
  "top_k",
  "thinking",
  "output_config",
  "tools",
  "tool_choice",
  "metadata",
  "service_tier",
]);
const MESSAGE_FIELDS = new Set(["role", "content"]);
const TOOL_RESULT_FIELDS = new Set(["type", "tool_use_id", "content", "is_error"]);

/** Name of the output format: this API has none, and others require one. */
const OUTPUT_NAME = "output";

/** True when the upstream stores the conversation (a beta of SDK 1.x; its tool runner requests it). */
export function isThreaded(wire: object): boolean {
  return "thread" in wire && wire.thread != null;
}

/** @throws GatewayError 400 for a thread: only an upstream of this API stores conversations, on the relay lane */
export function readRequest(wire: MessagesRequest | CountTokensRequest): Call {
  const request = wire as MessagesRequest;
  if (isThreaded(wire)) {
    throw errors.threadsNotStored();
  }
  const call: Call = {
    model: wire.model,
    messages: [...readSystem(wire.system), ...wire.messages.flatMap(readMessage)],
    stream: request.stream === true,
    dropped: [],
  };
  set(call, "tools", wire.tools?.map(readTool));
  if (wire.tool_choice) {
    call.toolChoice = readToolChoice(wire.tool_choice);
    const serial = "disable_parallel_tool_use" in wire.tool_choice && wire.tool_choice.disable_parallel_tool_use;
    if (typeof serial === "boolean") call.parallelToolCalls = !serial;
  }
  const { reasoning, vendor: ownThinking } = readThinking(wire);
  set(call, "reasoning", reasoning);
  set(call, "output", readOutputFormat(wire.output_config?.format));
  set(call, "maxOutputTokens", request.max_tokens);
  set(call, "temperature", request.temperature);
  set(call, "topP", request.top_p);
  set(call, "topK", request.top_k);
  set(call, "stop", request.stop_sequences);
  set(call, "user", request.metadata?.user_id);
  // The API's "standard_only" is the default tier of other APIs.
  set(call, "serviceTier", request.service_tier === "standard_only" ? "default" : request.service_tier);
  const vendor = {
    ...pickUnknownBlockFields(wire, CARRIED)?.[DIALECT],
    ...(ownThinking?.thinking ? { thinking: ownThinking.thinking } : {}),
    ...section("output_config", { ...rest(wire.output_config, ["effort", "format"]), ...pick(ownThinking) }),
    ...section("metadata", rest(request.metadata, ["user_id"])),
  };
  if (Object.keys(vendor).length > 0) call.vendor = { [DIALECT]: vendor };
  return call;
}

/** Sets a field; null in the request means not set. */
function set<Key extends keyof Call>(call: Call, key: Key, value: Call[Key] | null): void {
  if (value != null) call[key] = value;
}

function pick(ownThinking: { effort?: string } | undefined): Record<string, unknown> {
  return ownThinking?.effort ? { effort: ownThinking.effort } : {};
}

function rest(value: Record<string, unknown> | null | undefined, carried: string[]): Record<string, unknown> {
  return pickUnknownBlockFields(value ?? {}, new Set(carried))?.[DIALECT] ?? {};
}

function section(name: string, fields: Record<string, unknown>): Record<string, unknown> {
  return Object.keys(fields).length > 0 ? { [name]: fields } : {};
}

function readOutputFormat(
  format: NonNullable<CountTokensRequest["output_config"]>["format"],
): OutputFormat | undefined {
  return format ? { type: "json-schema", name: OUTPUT_NAME, schema: format.schema } : undefined;
}

function readSystem(system: CountTokensRequest["system"]): Message[] {
  if (system == null || system.length === 0) return [];
  return [{ role: "system", content: readUserContent(system), topLevel: true }];
}

/** Splits a turn: its tool results become separate messages before its other content. */
function readMessage(message: WireMessage): Message[] {
  const vendor = pickUnknownBlockFields(message, MESSAGE_FIELDS);
  const extras = vendor ? { vendor } : {};
  const { role, content } = message;
  if (role === "assistant") return [{ role, content: readAssistantContent(content), ...extras }];
  if (role === "system" || typeof content === "string") return [{ role, content: readUserContent(content), ...extras }];
  const results = content.filter((block) => block.type === "tool_result");
  const others = content.filter((block) => block.type !== "tool_result");
  const messages = results.map((block) => readToolResult(block as ToolResultBlock));
  if (others.length > 0) messages.push({ role, content: readUserContent(others), ...extras });
  return messages;
}

function readToolResult(block: ToolResultBlock): Message {
  const vendor = pickUnknownBlockFields(block, TOOL_RESULT_FIELDS);
  return {
    role: "tool",
    callId: openId(block.tool_use_id).id,
    content: readUserContent(block.content ?? ""),
    ...(block.is_error != null ? { isError: block.is_error } : {}),
    ...(vendor ? { vendor } : {}),
  };
}
