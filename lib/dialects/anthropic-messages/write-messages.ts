/** Writes `system` and `messages` (wire-formats §3.2). */
import type { Call, Message } from "#lib/canonical/call.ts";
import { DIALECT } from "./dialect-id.ts";
import { type Block, writeAssistantContent, writeId, writeUserContent } from "./write-content.ts";

type Turn = { role: "user" | "assistant" | "system"; content: string | Block[] };

export function writeMessages({ messages, dropped }: Pick<Call, "messages" | "dropped">): {
  system?: string | Block[];
  messages: Turn[];
} {
  const first = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
  const leading = first < 0 ? messages.length : first;
  const system = writeSystem(messages.slice(0, leading), dropped);
  const turns: Turn[] = [];
  /** The turn of the last tool results: the user's next content belongs to it. */
  let results: Block[] | undefined;
  for (let index = leading; index < messages.length; index++) {
    const message = messages[index] as Message;
    const place = { path: `messages[${index}].content`, dropped };
    if (message.role !== "tool" && message.name !== undefined) dropped.push(`messages[${index}].name`);
    const vendorFields = message.vendor?.[DIALECT];
    if (message.role === "tool") {
      const block = writeToolResult(message, writeUserContent(message.content, place));
      if (results) results.push(block);
      else {
        results = [block];
        turns.push({ role: "user", content: results });
      }
      continue;
    }
    const content =
      message.role === "assistant"
        ? writeAssistantContent(message.content, place)
        : writeUserContent(message.content, place);
    if (results && message.role === "user") results.push(...toBlocks(content));
    // An assistant turn that is empty, or whose content was all dropped, would be refused.
    else if (content.length > 0 || (message.role === "user" && message.content.length === 0)) {
      turns.push({ role: message.role === "developer" ? "system" : message.role, content, ...vendorFields });
    }
    results = undefined;
  }
  return { ...(system !== undefined ? { system } : {}), messages: turns };
}

/** One string stays a string; several messages become the blocks of one prompt. */
function writeSystem(messages: Message[], dropped: string[]): string | Block[] | undefined {
  const contents = messages.map(({ content }, index) => {
    const path = `messages[${index}].content`;
    // Only text is allowed here.
    const texts = Array.isArray(content) ? content.filter(({ type }) => type === "text") : content;
    if (texts.length < content.length) dropped.push(path);
    return writeUserContent(texts as Extract<Message, { role: "system" }>["content"], { path, dropped });
  });
  const [only] = contents;
  if (contents.length === 1) return only?.length ? only : undefined;
  const blocks = contents.flatMap(toBlocks);
  return blocks.length > 0 ? blocks : undefined;
}

function toBlocks(content: string | Block[]): Block[] {
  if (typeof content !== "string") return content;
  return content === "" ? [] : [{ type: "text", text: content }];
}

function writeToolResult(message: Extract<Message, { role: "tool" }>, content: string | Block[]): Block {
  return {
    type: "tool_result",
    tool_use_id: writeId(message.callId),
    ...(content.length > 0 ? { content } : {}),
    ...(message.isError !== undefined ? { is_error: message.isError } : {}),
    ...message.vendor?.[DIALECT],
  };
}
