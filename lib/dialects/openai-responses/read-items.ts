/** Reads input items as messages (wire-formats §2.2): the items of one assistant turn become one message. */
import type { AssistantContent, Message, TextContent, ToolCallContent } from "#lib/canonical/call.ts";
import { openId } from "#lib/canonical/opaque.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import type { KnownItem, MessageItem, ResponsesItem, WireItem } from "#lib/contract/openai-responses/wire.ts";
import { toKnownItem } from "#lib/contract/openai-responses/wire-items.ts";
import { readContent } from "./content-parts.ts";
import { DIALECT } from "./dialect-id.ts";
import { readImageItem } from "./image-item.ts";
import { readMessageFields, readTextVendor, textVendor } from "./message-fields.ts";
import { readReasoning, readTextSeal } from "./reasoning.ts";

type CallItem = Extract<KnownItem, { type: "function_call" | "custom_tool_call" }>;
type OutputItem = Extract<KnownItem, { type: "function_call_output" | "custom_tool_call_output" }>;

export function readItems(items: readonly ResponsesItem[]): Message[] {
  const messages: Message[] = [];
  const kinds = new Map<string, ToolCallContent["kind"]>();
  let turn: AssistantContent[] = [];
  let hasMessage = false;
  let hasAnonymousText = false;
  let lastText: TextContent | undefined;

  function add(content: AssistantContent): void {
    hasAnonymousText ||= isAnonymousText(content);
    if (content.type === "text") lastText = content;
    turn.push(content);
  }

  function closeTurn(): void {
    if (turn.length > 0) messages.push({ role: "assistant", content: plainText(turn) ?? turn });
    turn = [];
    hasMessage = false;
    hasAnonymousText = false;
    lastText = undefined;
  }

  function readAssistant(item: AssistantItem): void {
    const fields = readMessageFields(item, "request");
    // Two texts without an id would become one message.
    if (fields?.id === undefined && hasAnonymousText) closeTurn();
    hasMessage = true;
    if (typeof item.content === "string") add(withVendor({ type: "text", text: item.content }, textVendor(fields)));
    else for (const part of item.content) add(readOutputPart(part as WireItem, fields));
  }

  function readReasoningItem(item: WireItem): void {
    const carried = readTextSeal(item);
    if (!carried) add(readReasoning(item));
    else if (lastText) lastText.vendor = { ...lastText.vendor, ...carried };
  }

  function readItem(item: ResponsesItem): void {
    const known = toKnownItem(item);
    switch (known?.type) {
      case "message":
        if (known.role === "assistant") readAssistant(known);
        else {
          closeTurn();
          messages.push(readMessage(known));
        }
        return;
      case "function_call":
      case "custom_tool_call": {
        const call = readToolCall(known);
        kinds.set(call.id, call.kind);
        add(call);
        return;
      }
      case "function_call_output":
      case "custom_tool_call_output":
        closeTurn();
        messages.push(readToolResult(known, kinds));
        return;
      case "reasoning":
        readReasoningItem(known as WireItem);
        return;
      case "output_text":
        // A response's flat element: the message before it has the same text (§2.5).
        if (!hasMessage) add({ type: "text", text: known.text });
        return;
      default:
        add(readImageItem(item as WireItem) ?? { type: "unknown", dialect: DIALECT, value: item });
    }
  }

  for (const item of items) readItem(item);
  closeTurn();
  return messages;
}

type AssistantItem = Extract<MessageItem, { role: "assistant" }>;

function plainText(turn: AssistantContent[]): string | undefined {
  const [only] = turn;
  return turn.length === 1 && only?.type === "text" && !only.vendor ? only.text : undefined;
}

function isAnonymousText(content: AssistantContent): boolean {
  if (content.type !== "text" && content.type !== "refusal") return false;
  return readTextVendor(content.vendor).message?.id === undefined;
}

/** Fields of a client's message that are not vendor data; upstreams assign id and status themselves. */
const MESSAGE_FIELDS = new Set(["type", "role", "content", "id", "status"]);

function readMessage(item: Exclude<MessageItem, AssistantItem>): Message {
  const rest = pickUnknownFields(DIALECT, item, MESSAGE_FIELDS);
  return withVendor({ role: item.role, content: readContent(item.content) }, rest);
}

const OUTPUT_TEXT_FIELDS = new Set(["type", "text"]);
const REFUSAL_FIELDS = new Set(["type", "refusal"]);

/** Annotations and log probabilities of an earlier response are data that only this dialect accepts. */
function readOutputPart(part: WireItem, fields: Record<string, unknown> | undefined): AssistantContent {
  switch (part.type) {
    case "output_text":
    case "input_text": {
      const rest = pickUnknownFields(DIALECT, part, OUTPUT_TEXT_FIELDS)?.[DIALECT];
      return withVendor({ type: "text", text: String(part.text) }, textVendor(fields, rest));
    }
    case "refusal": {
      const rest = pickUnknownFields(DIALECT, part, REFUSAL_FIELDS)?.[DIALECT];
      return withVendor({ type: "refusal", text: String(part.refusal) }, textVendor(fields, rest));
    }
    default:
      return { type: "unknown", dialect: DIALECT, value: { part, message: fields } };
  }
}

const CALL_FIELDS = {
  function_call: new Set(["type", "call_id", "name", "arguments"]),
  custom_tool_call: new Set(["type", "call_id", "name", "input"]),
};

function readToolCall(item: CallItem): ToolCallContent {
  const { id, vendor: carried } = openId(item.call_id);
  const vendor = { ...carried, ...pickUnknownFields(DIALECT, item, CALL_FIELDS[item.type]) };
  const isCustom = item.type === "custom_tool_call";
  return withVendor(
    {
      type: "tool-call",
      id,
      name: item.name,
      kind: isCustom ? "custom" : "function",
      input: isCustom ? item.input : item.arguments,
    },
    Object.keys(vendor).length > 0 ? vendor : undefined,
  );
}

const RESULT_FIELDS = new Set(["type", "call_id", "output", "id", "status"]);

function readToolResult(item: OutputItem, kinds: Map<string, ToolCallContent["kind"]>): Message {
  const { id: callId } = openId(item.call_id);
  const rest = pickUnknownFields(DIALECT, item, RESULT_FIELDS)?.[DIALECT];
  // The call determines the kind; without the call, the result does.
  const kind = item.type === "custom_tool_call_output" && !kinds.has(callId) ? { type: item.type } : undefined;
  const vendor = rest || kind ? { [DIALECT]: { ...rest, ...kind } } : undefined;
  return withVendor({ role: "tool", callId, content: readContent(item.output) }, vendor);
}

function withVendor<Content extends object>(content: Content, vendor: VendorData | undefined): Content {
  return vendor ? { ...content, vendor } : content;
}
