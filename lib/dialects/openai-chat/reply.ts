/**
 * Reads and writes the chat completion, the response without streaming (spec, Chat completion; wire-formats §1.5).
 */
import type { AssistantContent, ToolCallContent } from "#lib/canonical/call.ts";
import { createReasoningCarrier } from "#lib/canonical/carried-reasoning.ts";
import { describeDroppedFile } from "#lib/canonical/describe-dropped-file.ts";
import { type CarriedReasoning, omitVendor, sealReasoningIntoId } from "#lib/canonical/opaque.ts";
import type { Choice, Reply, Source } from "#lib/canonical/reply.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import type { ChatAnswer, ChatChoice, ChatReply, ChatRequest, ChatToolCall } from "#lib/contract/openai-chat/wire.ts";
import { errors } from "#lib/http/errors.ts";
import type { ReplyIdentity } from "../dialect.ts";
import { readContentParts } from "./content-parts.ts";
import { DIALECT } from "./dialect-id.ts";
import { readFinishReason, writeFinishReason } from "./finish-reason.ts";
import { readImages, writeImage } from "./images.ts";
import { readLogprobs, writeLogprobs } from "./logprobs.ts";
import { readUsage, writeUsage } from "./usage.ts";

const REPLY_FIELDS = new Set(["id", "object", "created", "model", "choices", "usage"]);
const CHOICE_FIELDS = new Set(["index", "message", "finish_reason", "stop_reason", "logprobs"]);
const MESSAGE_FIELDS = new Set([
  "role",
  "content",
  "refusal",
  "reasoning_content",
  "reasoning",
  "tool_calls",
  "function_call",
  "annotations",
]);
const WITH_IMAGES = new Set([...MESSAGE_FIELDS, "images"]);
const TOOL_CALL_FIELDS = new Set(["index", "id", "type", "function", "custom"]);

/** @throws GatewayError 502 when the JSON is not a chat completion */
export function readReply(json: unknown): Reply {
  const wire = json as ChatReply | null;
  if (typeof wire !== "object" || wire === null || !Array.isArray(wire.choices)) {
    throw errors.chatReplyWithoutChoices();
  }
  const rest = pickUnknownFields(DIALECT, wire as Record<string, unknown>, REPLY_FIELDS);
  return {
    ...(wire.id !== undefined ? { id: wire.id } : {}),
    ...(wire.model !== undefined ? { model: wire.model } : {}),
    ...(wire.created !== undefined ? { created: wire.created } : {}),
    choices: wire.choices.map(readChoice),
    ...(wire.usage ? { usage: readUsage(wire.usage) } : {}),
    ...(rest ? { vendor: rest } : {}),
  };
}

function readChoice(wire: ChatChoice): Choice {
  const message = wire.message ?? {};
  const known = readImages(message.images) ? WITH_IMAGES : MESSAGE_FIELDS;
  const rest = {
    ...pickUnknownFields(DIALECT, wire as Record<string, unknown>, CHOICE_FIELDS)?.[DIALECT],
    // Fields of the message and of the choice never share a name in this API.
    ...pickUnknownFields(DIALECT, message as Record<string, unknown>, known)?.[DIALECT],
  };
  const choice: Choice = { content: readMessage(message) };
  const sources = message.annotations?.map(readAnnotation);
  if (sources) choice.sources = sources;
  const content = readLogprobs(wire.logprobs?.content);
  const refusal = readLogprobs(wire.logprobs?.refusal);
  if (content || refusal) choice.logprobs = { ...(content ? { content } : {}), ...(refusal ? { refusal } : {}) };
  if (wire.finish_reason) {
    const outcome = { hasRefusal: Boolean(message.refusal), stopReason: wire.stop_reason };
    choice.finish = readFinishReason(wire.finish_reason, outcome);
  }
  if (Object.keys(rest).length > 0) choice.vendor = { [DIALECT]: rest };
  return choice;
}

function readMessage(message: ChatAnswer): AssistantContent[] {
  const content: AssistantContent[] = [];
  const reasoning = message.reasoning_content ?? message.reasoning;
  if (reasoning) content.push({ type: "reasoning", text: reasoning });
  if (typeof message.content === "string") content.push({ type: "text", text: message.content });
  else for (const part of readContentParts(message.content)) content.push(part);
  if (message.refusal) content.push({ type: "refusal", text: message.refusal });
  content.push(...(readImages(message.images) ?? []));
  for (const call of message.tool_calls ?? []) content.push(readToolCall(call));
  if (message.function_call) {
    const { name, arguments: input } = message.function_call;
    content.push({ type: "tool-call", id: name ?? "", name: name ?? "", kind: "function", input: input ?? "" });
  }
  return content;
}

function readToolCall(call: ChatToolCall): ToolCallContent {
  const rest = pickUnknownFields(DIALECT, call as Record<string, unknown>, TOOL_CALL_FIELDS);
  return {
    type: "tool-call",
    id: call.id ?? "",
    name: call.custom?.name ?? call.function?.name ?? "",
    kind: call.custom ? "custom" : "function",
    input: call.custom?.input ?? call.function?.arguments ?? "",
    ...(rest ? { vendor: rest } : {}),
  };
}

export function readAnnotation({ url_citation: citation }: { url_citation?: Record<string, unknown> }): Source {
  return {
    ...(typeof citation?.url === "string" ? { url: citation.url } : {}),
    ...(typeof citation?.title === "string" ? { title: citation.title } : {}),
    ...(typeof citation?.start_index === "number" ? { startIndex: citation.start_index } : {}),
    ...(typeof citation?.end_index === "number" ? { endIndex: citation.end_index } : {}),
  };
}

/** @param before length of the message's text before the cited text: this API has one text */
export function writeAnnotation(
  { url = "", title = "", startIndex, endIndex = 0 }: Source,
  before = 0,
): Record<string, unknown> {
  const place =
    startIndex === undefined
      ? { start_index: 0, end_index: 0 }
      : { start_index: before + startIndex, end_index: before + endIndex };
  return { type: "url_citation", url_citation: { ...place, url, title } };
}

export function writeReply(reply: Reply, identity: ReplyIdentity, wire: ChatRequest): Record<string, unknown> {
  return {
    id: identity.id,
    object: "chat.completion",
    created: identity.created,
    model: identity.model,
    choices: reply.choices.map((choice, index) => writeChoice(choice, index, wire)),
    ...(reply.usage ? { usage: writeUsage(reply.usage) } : {}),
    ...reply.vendor?.[DIALECT],
  };
}

function writeChoice(choice: Choice, index: number, wire: ChatRequest): Record<string, unknown> {
  const message: Record<string, unknown> = { role: "assistant", content: null, refusal: null };
  const calls: Record<string, unknown>[] = [];
  const carrier = createReasoningCarrier();
  const textStarts: number[] = [];
  const images: Record<string, unknown>[] = [];
  const say = (text: string) => {
    message.content = `${message.content ?? ""}${text}`;
    carrier.say(text);
  };
  for (const part of choice.content) {
    if (part.type === "text") {
      textStarts.push(carrier.said());
      say(part.text);
    } else if (part.type === "reasoning") {
      message.reasoning_content = `${message.reasoning_content ?? ""}${part.text}`;
      carrier.reason(part);
    } else if (part.type === "file") {
      const image = writeImage(part, images.length);
      if (image) images.push(image);
      else say(`${message.content ? "\n\n" : ""}${describeDroppedFile(part)}`);
    } else if (part.type === "refusal") message.refusal = `${message.refusal ?? ""}${part.text}`;
    else if (part.type === "tool-call") calls.push(writeToolCall(part, carrier.take()));
  }
  let finish = choice.finish ? writeFinishReason(choice.finish, message.refusal !== null) : null;
  if (calls.length > 0 && wire.functions) {
    // The client speaks the deprecated pair: one call, under its old names.
    message.function_call = (calls[0] as { function?: unknown }).function;
    if (finish === "tool_calls") finish = "function_call";
  } else if (calls.length > 0) message.tool_calls = calls;
  if (images.length > 0) message.images = images;
  if (choice.sources) {
    message.annotations = choice.sources.map((source) => writeAnnotation(source, textStarts[source.text ?? 0]));
  }
  return {
    index,
    message: { ...message, ...choice.vendor?.[DIALECT] },
    logprobs: choice.logprobs
      ? {
          content: choice.logprobs.content ? writeLogprobs(choice.logprobs.content) : null,
          refusal: choice.logprobs.refusal ? writeLogprobs(choice.logprobs.refusal) : null,
        }
      : null,
    finish_reason: finish,
    ...(choice.finish?.stopSequence === undefined ? {} : { stop_reason: choice.finish.stopSequence }),
  };
}

/** Other vendors' data travels in the call's id, the only field of a call that strict clients echo. */
function writeToolCall(
  { id, name, kind, input, vendor }: ToolCallContent,
  reasoning: CarriedReasoning[],
): Record<string, unknown> {
  const payload = kind === "custom" ? { name, input } : { name, arguments: input };
  const sealed = sealReasoningIntoId(id, { vendor: omitVendor(vendor, DIALECT), reasoning });
  return { id: sealed, type: kind, [kind]: payload, ...vendor?.[DIALECT] };
}
