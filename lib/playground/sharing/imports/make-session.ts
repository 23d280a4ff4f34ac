/** Makes a page's conversation from the turns of a link, a file or another page. */

import type { ChatSettings } from "#lib/playground/chat/chat-settings.ts";
import { newSession } from "#lib/playground/chat/chat-state.ts";
import {
  appendTurn,
  EMPTY_TRANSCRIPT,
  getConversationTitle,
  type Turn,
} from "#lib/playground/conversation/transcript.ts";
import type { ChatSession, TextPage } from "#lib/playground/history/history.ts";

/** @param turns one after another, each under the one before it */
export function makeSession({
  page,
  settings,
  turns,
  title,
}: {
  page: TextPage;
  settings: ChatSettings;
  turns: readonly Turn[];
  /** Absent: the first words of the conversation. */
  title?: string;
}): ChatSession {
  const transcript = turns.reduce(appendTurn, EMPTY_TRANSCRIPT);
  return {
    ...newSession(page, settings),
    transcript,
    title: title ?? getConversationTitle(transcript),
    renamed: title !== undefined,
  };
}
