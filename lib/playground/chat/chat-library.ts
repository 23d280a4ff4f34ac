/** Actions on whole conversations of a page: rename, pin, duplicate, delete, import. */

import { settleInterrupted } from "../conversation/transcript.ts";
import { assignNewIds } from "../history/assign-new-ids.ts";
import { type ChatSession, type History, summarize } from "../history/history.ts";
import { newId } from "../history/new-id.ts";
import type { Store } from "../shell/create-store.ts";
import { type ChatState, newSession } from "./chat-state.ts";

export function createChatLibrary({
  store,
  history,
  findSession,
  changeSession,
  forget,
  onSaved,
}: {
  store: Store<ChatState>;
  history: History;
  /** The session in memory, if it is open or has a response streaming. */
  findSession: (id: string) => ChatSession | undefined;
  changeSession: (id: string, change: (session: ChatSession) => ChatSession) => void;
  /** Stops the session's responses, and drops it from memory. */
  forget: (id: string) => void;
  /** Called for each conversation that was stored or removed. */
  onSaved?: (id: string) => void;
}) {
  function list(session: ChatSession): void {
    store.set(({ sessions }) => ({
      sessions: [summarize(session), ...sessions.filter(({ id }) => id !== session.id)].sort(
        (one, other) => other.updatedAt - one.updatedAt,
      ),
    }));
  }

  async function keep(session: ChatSession): Promise<void> {
    await history.save(session).catch(() => {});
    list(session);
    onSaved?.(session.id);
  }

  async function change(id: string, changes: Partial<ChatSession>): Promise<void> {
    const session = findSession(id) ?? (await history.load(id));
    if (!session) return;
    const changed = { ...session, ...changes };
    if (findSession(id)) changeSession(id, () => changed);
    await keep(changed);
  }

  /** @returns a function that restores it, with its files and its recorded requests */
  async function remove(id: string): Promise<() => Promise<void>> {
    const removed = findSession(id) ?? (await history.load(id));
    const { session } = store.get();
    forget(id);
    if (session.id === id) store.set({ session: newSession(session.page, session.settings) });
    store.set(({ sessions }) => ({ sessions: sessions.filter((other) => other.id !== id) }));
    await history.remove(id).catch(() => {});
    onSaved?.(id);
    return async () => {
      if (removed) await keep({ ...removed, transcript: settleInterrupted(removed.transcript) });
    };
  }

  return {
    rename: (id: string, title: string): Promise<void> => change(id, { title, renamed: true }),
    setPinned: (id: string, pinned: boolean): Promise<void> => change(id, { pinned }),
    /** Puts it into a folder, or out of all with "", and replaces its tags. */
    file: (id: string, filing: { folder: string; tags: readonly string[] }): Promise<void> => change(id, filing),
    remove,
    async removeAll(): Promise<() => Promise<void>> {
      const restores: (() => Promise<void>)[] = [];
      for (const { id } of store.get().sessions) restores.push(await remove(id));
      return async () => {
        for (const restore of restores) await restore();
      };
    },
    /** Makes a copy with the same files and without the recorded requests. */
    async duplicate(id: string): Promise<void> {
      const session = findSession(id) ?? (await history.load(id));
      if (!session) return;
      const title = `${session.title} (copy)`;
      await keep({
        ...assignNewIds(session),
        id: newId(),
        title,
        renamed: true,
        pinned: false,
        updatedAt: Date.now(),
      });
    },
    loadAll: () => history.loadAll(),
  };
}
