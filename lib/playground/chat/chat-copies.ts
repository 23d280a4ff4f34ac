/** Takes in what other tabs and devices have changed in a page's conversations. */
import { type ChatSession, type History, summarize } from "../history/history.ts";
import type { Store } from "../shell/create-store.ts";
import type { ChatState } from "./chat-state.ts";

/** Milliseconds for which a change here may not have reached the other tab, which then overwrites it. */
const RECENT = 10_000;

export function createChatCopies({
  store,
  history,
  findSession,
  changeSession,
  showStored,
  onSaved,
}: {
  store: Store<ChatState>;
  history: History;
  findSession: (id: string) => ChatSession | undefined;
  changeSession: (id: string, change: (session: ChatSession) => ChatSession) => void;
  showStored: (session: ChatSession) => void;
  onSaved?: ((id: string) => void) | undefined;
}) {
  return {
    /** Conversations as this browser has stored them. */
    stored: { list: history.list, load: history.load },

    /**
     * Reloads a conversation that another tab has stored or removed. One that has changed here too is merged, so that
     * neither tab loses a message.
     */
    async reload(id: string): Promise<void> {
      const [stored, { mergeSessions }] = await Promise.all([history.load(id), import("../history/merge-sessions.ts")]);
      const own = findSession(id);
      if (stored && own) {
        const hasMore = Object.keys(own.transcript.turns).some((turn) => !stored.transcript.turns[turn]);
        const isRecent = hasMore && Date.now() - own.updatedAt < RECENT;
        if (store.get().answering.includes(id) || isRecent) {
          const merged = mergeSessions(own, stored);
          changeSession(id, () => merged);
          if (hasMore) await history.save(merged);
          if (isRecent) onSaved?.(id);
        } else if (store.get().session.id === id) showStored(stored);
      }
      store.set({ sessions: await history.list() });
    },

    /** Stores a conversation of the gateway. @param combine makes it of the one here, if there is one */
    async receive(id: string, combine: (own: ChatSession | undefined) => ChatSession): Promise<ChatSession> {
      const stored = findSession(id) ?? (await history.load(id));
      // It may have been opened or changed meanwhile; from here on nothing waits.
      const own = findSession(id) ?? stored;
      const combined = combine(own);
      if (findSession(id)) changeSession(id, () => combined);
      await history.save(combined);
      store.set(({ sessions }) => ({
        sessions: [summarize(combined), ...sessions.filter((other) => other.id !== id)].sort(
          (one, other) => other.updatedAt - one.updatedAt,
        ),
      }));
      onSaved?.(id);
      return combined;
    },
  };
}
