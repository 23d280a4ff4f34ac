/** Reads a Call's messages for the sandbox. */
import type { Call, FileContent, Message } from "#lib/canonical/call.ts";
import { contentParts } from "#lib/canonical/content-parts.ts";
import { cacheByObject } from "#lib/http/cache-by-object.ts";
import { hashAll } from "./random.ts";
import { ownWords } from "./text/own-words.ts";

export type Attachment = { file: FileContent; messageIndex: number; partIndex: number };

/** Tool call of the last assistant turn, with its result. */
export type ToolOutcome = { name: string; input: string; result: string; isError: boolean };

export type Conversation = {
  /** The user's words in their last message, without a client's context; "" when there are none. */
  question: string;
  /** The user's words in all their messages, oldest first. */
  userTexts: string[];
  /** Whole text of the last user message, as it was sent. */
  latestText: string;
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
  const spoken = withoutContext(messages);
  const userMessages = spoken.filter(({ role }) => role === "user");
  const lastUser = userMessages.at(-1);
  const lastUserIndex = lastUser ? messages.lastIndexOf(lastUser) : -1;
  const attachments = messages.flatMap((message, messageIndex) =>
    contentParts(message).flatMap((part, partIndex) =>
      part.type === "file" ? [{ file: part, messageIndex, partIndex }] : [],
    ),
  );
  const userTexts = userMessages.map((message) => ownWords(textsOf(message)) || textOf(message));
  return {
    question: userTexts.at(-1)?.trim() ?? "",
    userTexts,
    latestText: lastUser ? textOf(lastUser) : "",
    assistantTexts: messages.flatMap((message) => (message.role === "assistant" ? textOf(message) || [] : [])),
    systemText: messages
      .filter((message) => message.role === "system" || message.role === "developer")
      .map(textOf)
      .join("\n\n"),
    attachments,
    latestAttachments: attachments.filter((attachment) => attachment.messageIndex === lastUserIndex),
    outcomes: readOutcomes(messages.slice(lastUserIndex + 1)),
    endsInToolResult: spoken.findLast(({ role }) => role !== "system" && role !== "developer")?.role === "tool",
  };
});

/** Drops user messages that are a client's context and nothing else, unless the user has no other. */
function withoutContext(messages: Message[]): Message[] {
  const spoken = messages.filter((message) => {
    const isText = contentParts(message).every(({ type }) => type === "text");
    return message.role !== "user" || !isText || textOf(message).trim() === "" || ownWords(textsOf(message)) !== "";
  });
  return spoken.some(({ role }) => role === "user") ? spoken : messages;
}

/** Returns the text parts of a message, joined by newlines. */
function textOf(message: Message): string {
  return textsOf(message).join("\n");
}

function textsOf(message: Message): string[] {
  if (typeof message.content === "string") return [message.content];
  return contentParts(message).flatMap((part) => (part.type === "text" || part.type === "refusal" ? [part.text] : []));
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
