/**
 * Converts a conversation to another API: its turns, settings and tools, with a list of everything that is dropped or
 * changed.
 */

import type { TextDialect } from "../dialects/text-dialect.ts";
import { assignNewIds } from "../history/assign-new-ids.ts";
import type { ChatSession } from "../history/history.ts";
import { convertSettings } from "./convert-settings.ts";
import { type ConversionContext, convertTurn } from "./convert-turn.ts";

export type ConvertedConversation = {
  /** A new conversation of the other page; the original is unchanged. */
  session: ChatSession;
  /** Sentences on what is dropped or changed. */
  dropped: string[];
};

/** @param model that answered while none was chosen: pages differ in their default */
export function convertConversation({
  session,
  from,
  to,
  model,
}: {
  session: ChatSession;
  from: TextDialect;
  to: TextDialect;
  model?: string;
}): ConvertedConversation {
  const notes = new Set<string>();
  const answering = session.settings.model ?? model;
  const chosen = answering === undefined ? {} : { model: answering };
  const { settings, dropped } = convertSettings({ ...session.settings, ...chosen }, from, to);
  const context: ConversionContext = { to, note: (text) => void notes.add(text), callId };
  const copy = assignNewIds(session);
  const turns = Object.values(copy.transcript.turns).map((turn) => convertTurn(turn, context));
  const now = Date.now();
  return {
    session: {
      ...copy,
      page: to.page,
      createdAt: now,
      updatedAt: now,
      settings,
      transcript: { ...copy.transcript, turns: Object.fromEntries(turns.map((turn) => [turn.id, turn])) },
    },
    dropped: [...dropped, ...notes],
  };
}

/** Makes call ids unique in the conversation: pages of APIs without call ids count them in each response. */
const callId = (answer: string | null, id: string): string =>
  /^own-\d+$/.test(id) ? `call_${answer ?? ""}_${id.slice("own-".length)}` : id;
