/**
 * A conversation goes on in another convention: its turns, settings and tools in that one's terms, with a list of all
 * that is left out or changed on the way.
 */

import type { TextDialect } from "../dialects/text-dialect.ts";
import type { ChatSession } from "../history/history.ts";
import { renameSession } from "../sharing/imports/read-session.ts";
import { convertSettings } from "./convert-settings.ts";
import { type ConversionContext, convertTurn } from "./convert-turn.ts";

export type ConvertedConversation = {
  /** A new conversation of the other page; the one that it was stays as it is. */
  session: ChatSession;
  /** What is left out or changed, a sentence for each. */
  dropped: string[];
};

/** @param model what has answered while none was chosen: pages differ in their default */
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
  const copy = renameSession(session);
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

/** Where calls have no ids, pages count them in each answer; elsewhere they must differ in the whole conversation. */
const callId = (answer: string | null, id: string): string =>
  /^own-\d+$/.test(id) ? `call_${answer ?? ""}_${id.slice("own-".length)}` : id;
