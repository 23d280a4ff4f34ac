/** Writes messages as input items for an upstream (wire-formats §2.2). */
import type { AssistantContent, Message, RefusalContent, TextContent, ToolCallContent } from "#lib/canonical/call.ts";
import { writeContent } from "./content-parts.ts";
import { DIALECT } from "./dialect-id.ts";
import { getImageFields, writeImageItem } from "./image-item.ts";
import { isSameMessage, isUnknownPart, type MessageFields, readTextVendor } from "./message-fields.ts";
import { type ReasoningForm, writeReasoning } from "./reasoning.ts";

export type WrittenItem = Record<string, unknown>;

/**
 * @param isOwn true when the call came in this dialect: then reasoning without opaque data goes back unchanged
 * @param dropped grows by the paths of dropped content
 */
export function writeItems({
  messages,
  isOwn,
  dropped,
}: {
  messages: readonly Message[];
  isOwn: boolean;
  dropped: string[];
}): WrittenItem[] {
  const items: WrittenItem[] = [];
  const customCalls = new Set<string>();
  const drop = (path: string) => void dropped.push(path);

  for (const message of messages) {
    const path = `input[${items.length}]`;
    if (message.name && message.role !== "tool") drop(`${path}.name`);
    if (message.role === "assistant") {
      noteCustomCalls(message.content, customCalls);
      items.push(...writeAssistant({ content: message.content, first: items.length, isOwn, drop }));
    } else if (message.role === "tool") {
      if (message.isError) drop(`${path}.is_error`);
      items.push({
        type: customCalls.has(message.callId) ? "custom_tool_call_output" : "function_call_output",
        call_id: message.callId,
        output: writeContent(message.content, `${path}.output`, drop),
        ...message.vendor?.[DIALECT],
      });
    } else {
      const content = writeContent(message.content, `${path}.content`, drop);
      items.push({ role: message.role, content, ...message.vendor?.[DIALECT] });
    }
  }
  return items;
}

function noteCustomCalls(content: string | AssistantContent[], customCalls: Set<string>): void {
  if (typeof content === "string") return;
  for (const part of content) if (part.type === "tool-call" && part.kind === "custom") customCalls.add(part.id);
}

function writeAssistant({
  content,
  first,
  isOwn,
  drop,
}: {
  content: string | AssistantContent[];
  /** The place of its first item in the input. */
  first: number;
  isOwn: boolean;
  drop: (path: string) => void;
}): WrittenItem[] {
  if (typeof content === "string") return [{ role: "assistant", content }];
  const items: WrittenItem[] = [];
  let open: OpenMessage | undefined;

  function closeOpen(): void {
    if (open) items.push(closeMessage(open));
    open = undefined;
  }

  function append(message: MessageFields | undefined, part: WrittenItem): void {
    const belongs = open && (message ? isSameMessage(open.message, message) : !open.message);
    if (!belongs) closeOpen();
    open ??= { message, parts: [] };
    open.parts.push(part);
  }

  for (const part of content) {
    if (part.type === "text" || part.type === "refusal") {
      const { message, rest } = readTextVendor(part.vendor);
      append(message, writeOutputPart(part, rest));
    } else if (isUnknownPart(part)) {
      append(part.value.message, part.value.part);
    } else {
      closeOpen();
      const item = writeItem(part, isOwn);
      const path = `input[${first + items.length}]`;
      if (item) items.push(item);
      else drop(part.type === "reasoning" ? `${path}.reasoning` : path);
    }
  }
  closeOpen();
  return items;
}

type OpenMessage = { message: MessageFields | undefined; parts: WrittenItem[] };

/**
 * Writes a plain text of no known message as a string: some upstreams refuse an output_text outside a response's own
 * message.
 */
function closeMessage({ message, parts }: OpenMessage): WrittenItem {
  const [only] = parts;
  const isPlain = parts.length === 1 && only?.type === "output_text" && message?.id === undefined;
  if (isPlain && Object.keys(only).every((key) => key === "type" || key === "text" || key === "annotations")) {
    return { role: "assistant", content: only.text, ...message };
  }
  return { type: "message", role: "assistant", content: parts, ...message };
}

function writeOutputPart(part: TextContent | RefusalContent, rest: Record<string, unknown>): WrittenItem {
  if (part.type === "refusal") return { type: "refusal", refusal: part.text, ...rest };
  return { type: "output_text", text: part.text, annotations: [], ...rest };
}

function writeItem(
  part: Exclude<AssistantContent, TextContent | RefusalContent>,
  isOwn: boolean,
): WrittenItem | undefined {
  switch (part.type) {
    case "reasoning": {
      const vendorFields = part.vendor?.[DIALECT];
      const isWhole =
        vendorFields?.encrypted_content !== undefined || (vendorFields?.form as ReasoningForm)?.field === "content";
      // Its vendor knows a bare summary only if it stores responses; reasoning text of other vendors is refused.
      const isEcho = isOwn && (part.vendor === undefined || vendorFields !== undefined);
      return isWhole || isEcho ? writeReasoning(part, { seal: false }) : undefined;
    }
    case "tool-call":
      return writeToolCall(part);
    case "file":
      return getImageFields(part.vendor) && writeImageItem(part);
    case "unknown":
      return part.dialect === DIALECT ? (part.value as WrittenItem) : undefined;
    default:
      return part satisfies never;
  }
}

function writeToolCall({ id, name, kind, input, vendor }: ToolCallContent): WrittenItem {
  const payload = kind === "custom" ? { input } : { arguments: input };
  return {
    type: kind === "custom" ? "custom_tool_call" : "function_call",
    call_id: id,
    name,
    ...payload,
    ...vendor?.[DIALECT],
  };
}
