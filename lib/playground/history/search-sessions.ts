/** Finds conversations by title, messages, calls, results and file names. A plain scan is fast enough. */

import type { Transcript } from "../conversation/transcript.ts";
import type { ChatSession, SessionSummary } from "./history.ts";

export type SessionMatch = SessionSummary & {
  /** Text around the match, when it is not in the title. */
  excerpt?: string;
};

type Indexed = { updatedAt: number; text: string; lower: string };

/** Characters of the excerpt before and after the match: few before, so that it stays visible in a line of the list. */
const BEFORE = 12;
const AFTER = 60;

/** @param loadAll loads every complete conversation; called again after one has changed */
export function createSessionSearch(loadAll: () => Promise<readonly ChatSession[]>) {
  let indexed = new Map<string, Indexed>();

  async function refresh(sessions: readonly SessionSummary[]): Promise<void> {
    const current = sessions.every(({ id, updatedAt }) => (indexed.get(id)?.updatedAt ?? 0) >= updatedAt);
    if (current) return;
    const before = indexed;
    const entries = (await loadAll()).map(({ id, updatedAt, transcript }): [string, Indexed] => {
      const known = before.get(id);
      if (known && known.updatedAt >= updatedAt) return [id, known];
      const text = getWords(transcript);
      return [id, { updatedAt, text, lower: text.toLowerCase() }];
    });
    indexed = new Map(entries);
  }

  return {
    /** Returns the sessions that contain every word of the query, in the order given. */
    async search(query: string, sessions: readonly SessionSummary[]): Promise<SessionMatch[]> {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      if (words.length === 0) return [...sessions];
      await refresh(sessions).catch(() => {});
      return sessions.flatMap((session): SessionMatch[] => {
        const title = session.title.toLowerCase();
        const entry = indexed.get(session.id);
        const missing = words.filter((word) => !title.includes(word));
        if (missing.length === 0) return [session];
        if (!entry || missing.some((word) => !entry.lower.includes(word))) return [];
        return [{ ...session, excerpt: cutExcerpt(entry, missing[0] ?? "") }];
      });
    },
  };
}

function getWords(transcript: Transcript): string {
  const pieces: string[] = [];
  for (const turn of Object.values(transcript.turns)) {
    if (turn.role === "tool") pieces.push(...turn.results.flatMap(({ name, content }) => [name, content]));
    else if (turn.role === "assistant") {
      for (const { text, refusal, toolCalls } of turn.answer.choices) {
        pieces.push(text, refusal, ...toolCalls.flatMap((call) => [call.name, call.arguments]));
      }
    } else {
      pieces.push(turn.text);
      if (turn.role === "user") pieces.push(...turn.attachments.map(({ name }) => name));
    }
  }
  return pieces.filter((piece) => piece !== "").join("\n");
}

function cutExcerpt({ text, lower }: Indexed, word: string): string {
  const at = lower.indexOf(word);
  const [begin, end] = [Math.max(0, at - BEFORE), Math.min(text.length, at + word.length + AFTER)];
  const piece = text.slice(begin, end).replace(/\s+/g, " ").trim();
  return `${begin > 0 ? "…" : ""}${piece}${end < text.length ? "…" : ""}`;
}
