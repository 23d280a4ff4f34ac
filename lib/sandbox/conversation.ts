/** Reads a Call's messages for the sandbox. */
import type { Call, FileContent, Message } from "#lib/canonical/call.ts";
import { contentParts } from "#lib/canonical/content-parts.ts";
import { cacheByObject } from "./cache-by-object.ts";
import { hashAll } from "./random.ts";

export type Attachment = { file: FileContent; messageIndex: number; partIndex: number };

/** Tool call of the last assistant turn, with its result. */
export type ToolOutcome = { name: string; input: string; result: string; isError: boolean };

export type Conversation = {
  /** Text of the last user message; "" when there is none. */
  question: string;
  /** Texts of all user messages, oldest first. */
  userTexts: string[];
  assistantTexts: string[];
  /** System and developer messages, joined. */
  systemText: string;
  /** Attachments of all messages, oldest first. */
  attachments: Attachment[];
  /** Attachments of the last user message. */
  latestAttachments: Attachment[];
  /** Tool calls and results since the last user message, in order. */
  outcomes: ToolOutcome[];
  /** True when the conversation ends in tool results without a response. */
  endsInToolResult: boolean;
};

export const readConversation = cacheByObject((call: Call): Conversation => {
  const { messages } = call;
  const lastUserIndex = messages.findLastIndex((message) => message.role === "user");
  const attachments = messages.flatMap((message, messageIndex) =>
    contentParts(message).flatMap((part, partIndex) =>
      part.type === "file" ? [{ file: part, messageIndex, partIndex }] : [],
    ),
  );
  const lastUser = messages[lastUserIndex];
  return {
    question: lastUser ? textOf(lastUser).trim() : "",
    userTexts: messages.filter((message) => message.role === "user").map(textOf),
    assistantTexts: messages.flatMap((message) => (message.role === "assistant" ? textOf(message) || [] : [])),
    systemText: messages
      .filter((message) => message.role === "system" || message.role === "developer")
      .map(textOf)
      .join("\n\n"),
    attachments,
    latestAttachments: attachments.filter((attachment) => attachment.messageIndex === lastUserIndex),
    outcomes: readOutcomes(messages.slice(lastUserIndex + 1)),
    endsInToolResult: messages.at(-1)?.role === "tool",
  };
});

/** Returns the text parts of a message, joined by newlines. */
function textOf(message: Message): string {
  if (typeof message.content === "string") return message.content;
  return contentParts(message)
    .flatMap((part) => (part.type === "text" || part.type === "refusal" ? [part.text] : []))
    .join("\n");
}

function readOutcomes(messages: Message[]): ToolOutcome[] {
  const calls = new Map<string, { name: string; input: string }>();
  const outcomes: ToolOutcome[] = [];
  for (const message of messages) {
    if (message.role === "assistant") {
      for (const part of contentParts(message)) if (part.type === "tool-call") calls.set(part.id, part);
    }
    if (message.role !== "tool") continue;
    const called = calls.get(message.callId);
    outcomes.push({
      name: called?.name ?? message.name ?? "the tool",
      input: called?.input ?? "",
      result: textOf(message),
      isError: message.isError ?? false,
    });
  }
  return outcomes;
}

/** Hash of the whole prompt: same messages, same number. Attachments are hashed by their first and last bytes only. */
export const fingerprint = cacheByObject((call: Call): number => {
  const texts = call.messages.flatMap((message) => [
    message.role,
    ...contentParts(message).map((part) => {
      if (part.type === "tool-call") return `${part.id} ${part.name} ${part.input}`;
      if (part.type === "unknown") return part.dialect;
      if (part.type !== "file") return part.text;
      const { data } = part;
      const source = data.kind === "base64" ? data.base64 : data.kind === "url" ? data.url : data.id;
      return `${part.mediaType} ${source.length} ${source.slice(0, 64)} ${source.slice(-64)}`;
    }),
  ]);
  return hashAll([call.model, ...texts]);
});
