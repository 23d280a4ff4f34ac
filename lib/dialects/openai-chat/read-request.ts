/** Reads the request of `POST /v1/chat/completions` (wire-formats §1.1 to §1.4). */
import type {
  AssistantContent,
  Call,
  FileContent,
  Message,
  OutputFormat,
  ToolCallContent,
  UserContent,
} from "#lib/canonical/call.ts";
import { placeReasoning } from "#lib/canonical/carried-reasoning.ts";
import { parseFileUrl } from "#lib/canonical/file-url.ts";
import { type CarriedReasoning, openId } from "#lib/canonical/opaque.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import type { ChatMessage, ChatRequest } from "#lib/contract/openai-chat/wire.ts";
import { withoutNulls } from "../without-nulls.ts";
import { DIALECT } from "./dialect-id.ts";
import { readImages } from "./images.ts";
import { readTool, readToolChoice } from "./tools.ts";

/** Fields that have a place in Call or that the gateway handles itself; all others travel as vendor data. */
const CARRIED = new Set([
  "model",
  "messages",
  "frequency_penalty",
  "presence_penalty",
  "temperature",
  "top_p",
  "n",
  "max_completion_tokens",
  "stop",
  "seed",
  "logit_bias",
  "logprobs",
  "top_logprobs",
  "response_format",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "reasoning_effort",
  "verbosity",
  "modalities",
  "stream",
  "stream_options",
  "metadata",
  "service_tier",
  "prompt_cache_key",
  "safety_identifier",
  "user",
  "functions",
  "function_call",
]);

export function readRequest(wire: ChatRequest): Call {
  const call: Call = {
    model: wire.model,
    messages: wire.messages.map(readMessage),
    stream: wire.stream === true,
    dropped: [],
  };
  const tools =
    wire.tools?.map(readTool) ??
    wire.functions?.map((definition) => readTool({ type: "function", function: definition }));
  if (tools) call.tools = tools;
  const choice = wire.tool_choice ?? readDeprecatedChoice(wire.function_call);
  if (choice != null) call.toolChoice = readToolChoice(choice);
  if (wire.response_format != null) call.output = readOutputFormat(wire.response_format);
  // `max_tokens` is the deprecated name of the same limit; as vendor data it is written back under that name.
  set(call, "maxOutputTokens", wire.max_completion_tokens ?? wire.max_tokens);
  set(call, "parallelToolCalls", wire.parallel_tool_calls);
  set(call, "temperature", wire.temperature);
  set(call, "topP", wire.top_p);
  set(call, "frequencyPenalty", wire.frequency_penalty);
  set(call, "presencePenalty", wire.presence_penalty);
  set(call, "seed", wire.seed);
  set(call, "stop", typeof wire.stop === "string" ? [wire.stop] : wire.stop);
  set(call, "choices", wire.n);
  set(call, "logitBias", wire.logit_bias);
  set(call, "logprobs", wire.logprobs ? { top: wire.top_logprobs ?? 0 } : undefined);
  set(call, "reasoning", wire.reasoning_effort ? { effort: wire.reasoning_effort } : undefined);
  set(call, "verbosity", wire.verbosity);
  set(call, "modalities", wire.modalities);
  set(call, "metadata", wire.metadata);
  set(call, "user", wire.user);
  set(call, "safetyIdentifier", wire.safety_identifier);
  set(call, "promptCacheKey", wire.prompt_cache_key);
  set(call, "serviceTier", wire.service_tier);
  set(call, "vendor", pickUnknownFields(DIALECT, withoutNulls(wire), CARRIED));
  return call;
}

/** Sets a field; null in the request means not set. */
function set<Key extends keyof Call>(call: Call, key: Key, value: Call[Key] | null): void {
  if (value != null) call[key] = value;
}

function readDeprecatedChoice(choice: ChatRequest["function_call"]): ChatRequest["tool_choice"] {
  return choice != null && typeof choice === "object" ? { type: "function", function: choice } : choice;
}

function readOutputFormat(format: NonNullable<ChatRequest["response_format"]>): OutputFormat {
  if (format.type === "text") return { type: "text" };
  if (format.type === "json_object") return { type: "json" };
  const { name, description, schema, strict } = format.json_schema;
  return {
    type: "json-schema",
    name,
    ...(schema != null ? { schema } : {}),
    ...(description != null ? { description } : {}),
    ...(strict != null ? { strict } : {}),
  };
}

const MESSAGE_FIELDS: Record<ChatMessage["role"], ReadonlySet<string>> = {
  system: new Set(["role", "content", "name"]),
  developer: new Set(["role", "content", "name"]),
  user: new Set(["role", "content", "name"]),
  assistant: new Set(["role", "content", "name", "refusal", "reasoning_content", "tool_calls", "function_call"]),
  tool: new Set(["role", "content", "tool_call_id"]),
  function: new Set(["role", "content", "name"]),
};

const WITH_IMAGES = new Set([...MESSAGE_FIELDS.assistant, "images"]);

function readMessage(message: ChatMessage): Message {
  const hasImages = message.role === "assistant" && readImages(message.images) !== undefined;
  const rest = pickUnknownFields(DIALECT, message, hasImages ? WITH_IMAGES : MESSAGE_FIELDS[message.role]);
  const extras = {
    ...("name" in message && typeof message.name === "string" ? { name: message.name } : {}),
    ...(rest ? { vendor: rest } : {}),
  };
  switch (message.role) {
    case "system":
    case "developer":
    case "user":
      return { role: message.role, content: readContent(message.content), ...extras };
    case "assistant":
      return { role: "assistant", content: readAssistantContent(message), ...extras };
    case "tool":
      return {
        role: "tool",
        callId: openId(message.tool_call_id).id,
        content: readContent(message.content),
        ...extras,
      };
    case "function":
      // The deprecated pair has no call ids: the function's name connects call and result.
      return { role: "tool", callId: message.name, content: message.content ?? "", ...extras };
    default:
      return message satisfies never;
  }
}

function readContent(content: string | Record<string, unknown>[]): string | UserContent[] {
  return typeof content === "string" ? content : content.map(readPart);
}

function readPart(part: Record<string, unknown>): UserContent {
  const rest = pickUnknownFields(DIALECT, part, new Set(["type", String(part.type)]));
  const vendor = rest ? { vendor: rest } : {};
  switch (part.type) {
    case "text":
      return { type: "text", text: String(part.text), ...vendor };
    case "image_url": {
      const { url, detail } = part.image_url as { url: string; detail?: string };
      return { ...parseFileUrl(url, "image/*"), ...(detail ? { detail } : {}), ...vendor };
    }
    case "input_audio": {
      const { data, format } = part.input_audio as { data: string; format: string };
      return { type: "file", mediaType: `audio/${format}`, data: { kind: "base64", base64: data }, ...vendor };
    }
    case "file": {
      const { file_id, filename, file_data } = part.file as { file_id?: string; filename?: string; file_data?: string };
      const file: FileContent = file_id
        ? { type: "file", mediaType: "application/octet-stream", data: { kind: "reference", id: file_id } }
        : parseFileUrl(file_data ?? "", "application/pdf");
      return { ...file, ...(filename ? { filename } : {}), ...vendor };
    }
    default:
      return { type: "unknown", dialect: DIALECT, value: part };
  }
}

type AssistantMessage = Extract<ChatMessage, { role: "assistant" }>;

function readAssistantContent(message: AssistantMessage): string | AssistantContent[] {
  const { content, refusal, reasoning_content, tool_calls, function_call } = message;
  const images = readImages(message.images) ?? [];
  const isMore = refusal || reasoning_content || tool_calls?.length || function_call || images.length > 0;
  if (typeof content === "string" && !isMore) return content;
  const contents: AssistantContent[] = [];
  if (typeof content === "string") contents.push({ type: "text", text: content });
  else
    for (const part of content ?? [])
      contents.push(part.type === "refusal" ? { type: "refusal", text: String(part.refusal) } : readPart(part));
  if (refusal) contents.push({ type: "refusal", text: refusal });
  contents.push(...images);
  const calls = (tool_calls ?? []).map(readToolCall);
  if (function_call) {
    const { name, arguments: input } = function_call;
    calls.push({ call: { type: "tool-call", id: name, name, kind: "function", input }, reasoning: [] });
  }
  const [first, ...others] = calls;
  const before = placeReasoning(contents, first?.reasoning ?? []);
  // Reasoning in the calls' ids includes this text, each piece in its place.
  const isCarried = calls.some(({ reasoning }) => reasoning.length > 0);
  if (reasoning_content && !isCarried) before.unshift({ type: "reasoning", text: reasoning_content });
  return [
    ...before,
    ...(first ? [first.call] : []),
    ...others.flatMap(({ call, reasoning }) => [...reasoning.map((one) => one.content), call]),
  ];
}

function readToolCall(wire: NonNullable<AssistantMessage["tool_calls"]>[number]): {
  call: ToolCallContent;
  /** Reasoning that led to the call. */
  reasoning: CarriedReasoning[];
} {
  const rest = pickUnknownFields(DIALECT, wire, TOOL_CALL_FIELDS);
  const { id, vendor: sealed, reasoning = [] } = openId(wire.id);
  const vendor = rest || sealed ? { vendor: { ...sealed, ...rest } } : {};
  if ("custom" in wire && wire.type === "custom") {
    const { name, input } = wire.custom as { name: string; input: string };
    return { call: { type: "tool-call", id, name, kind: "custom", input, ...vendor }, reasoning };
  }
  const { name, arguments: input } = wire.function as { name: string; arguments: string };
  return { call: { type: "tool-call", id, name, kind: "function", input, ...vendor }, reasoning };
}

const TOOL_CALL_FIELDS = new Set(["id", "type", "function", "custom"]);
