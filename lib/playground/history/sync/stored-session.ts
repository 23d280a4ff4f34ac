/** A conversation as the gateway stores it, and back. */
import type { WholeConversation } from "#lib/contract/stored-conversation.ts";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { withoutBytes } from "#lib/playground/conversation/transcript.ts";
import { toFields, toLabel, toTags } from "../filing.ts";
import type { ChatSession, TextPage } from "../history.ts";
import { hashFields, type StoredFields, toLine } from "./stored-fields.ts";

export function toStored(session: ChatSession): StoredFields {
  const { id: _id, page, title, folder = "", tags = [], recordedAt: _recordedAt, transcript, ...content } = session;
  return {
    ...{ page, title: toLine(title), folder: toLabel(folder), tags: toTags(tags) },
    content: { ...content, transcript: withoutBytes(transcript) },
  };
}

/** Returns the conversation; undefined when its content is of another program. */
export function toSession({ id, page, title, folder, tags, content }: WholeConversation): ChatSession | undefined {
  const { transcript, settings } = content as Partial<ChatSession>;
  if (!transcript?.turns || !transcript.children || !transcript.selected || !settings) return undefined;
  const now = Date.now();
  const rest = { renamed: false, createdAt: now, updatedAt: now, ...(content as Partial<ChatSession>) };
  return {
    ...{ ...rest, id, page: page as TextPage, title, ...toFields({ folder, tags }), transcript },
    // A program that stores conversations may know of few settings.
    settings: { ...EMPTY_SETTINGS, ...settings },
  };
}

/** Returns a text that differs when the stored conversations do. */
export const fingerprint = (session: ChatSession): string => hashFields(toStored(session));
