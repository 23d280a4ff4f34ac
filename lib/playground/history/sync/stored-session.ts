/** A conversation as the gateway stores it, and back. */
import { CONVERSATION_LIMITS, type WholeConversation } from "#lib/contract/stored-conversation.ts";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { withoutBytes } from "#lib/playground/conversation/transcript.ts";
import { toFields, toLabel, toTags } from "../filing.ts";
import type { ChatSession, TextPage } from "../history.ts";

type Stored = { page: string; title: string; folder: string; tags: string[]; content: Record<string, unknown> };

export function toStored(session: ChatSession): Stored {
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

/** Returns a text that differs when the stored conversations do (cyrb53 with two seeds' halves). */
export function fingerprint(session: ChatSession): string {
  const { title, folder, tags, content } = toStored(session);
  // One without folder and tags has the fingerprint that it had before there were any.
  const filing = folder === "" && tags.length === 0 ? "" : JSON.stringify([folder, tags]);
  const text = title + filing + JSON.stringify(sortKeys(content));
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2_654_435_761);
    two = Math.imul(two ^ code, 1_597_334_677);
  }
  return `${text.length}.${(one >>> 0).toString(36)}.${(two >>> 0).toString(36)}`;
}

/** Orders the fields of the conversation itself, which depend on where it was made. */
function sortKeys(content: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(content).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function toLine(title: string): string {
  return title
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, CONVERSATION_LIMITS.title)
    .toWellFormed();
}
