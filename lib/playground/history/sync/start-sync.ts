/** Runs the sync of one page: at the start, after each change, and when the network or the tab comes back. */
import type { Chat } from "#lib/playground/chat/chat.ts";
import { onConversationSaved } from "#lib/playground/chat/chats.ts";
import { createConversationSync } from "./conversation-sync.ts";
import { openSyncRecords } from "./sync-records.ts";
import { activeSyncs } from "./sync-status.ts";

/** Milliseconds from a change to its write. */
const DELAY = 1_000;
/** Milliseconds between looks for changes of other devices, while the tab is visible. */
const INTERVAL = 30_000;

/** @returns a function that stops it */
export function startSync(chat: Chat, owner: string): () => void {
  const { page } = chat.dialect;
  const sync = createConversationSync({ page, owner, chat, history: chat.stored, records: openSyncRecords() });
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  // A browser without storage or a full one keeps what it has, and the next round tries again.
  const quietly = (run: Promise<void>) => void run.catch(() => {});
  const syncAll = () => quietly(sync.sync());
  const publish = () =>
    activeSyncs.set({ [page]: { ...sync.status.get(), sync: sync.sync, setDeviceOnly: sync.setDeviceOnly } });
  const unsubscribe = sync.status.subscribe(publish);
  const stopListening = onConversationSaved((savedOn, id) => {
    if (savedOn !== page) return;
    clearTimeout(timers.get(id));
    timers.set(
      id,
      setTimeout(() => {
        timers.delete(id);
        quietly(sync.push(id));
      }, DELAY),
    );
  });
  const whenVisible = () => {
    if (document.visibilityState === "visible") syncAll();
  };
  addEventListener("online", syncAll);
  document.addEventListener("visibilitychange", whenVisible);
  const interval = setInterval(whenVisible, INTERVAL);
  publish();
  syncAll();
  return () => {
    unsubscribe();
    stopListening();
    removeEventListener("online", syncAll);
    document.removeEventListener("visibilitychange", whenVisible);
    clearInterval(interval);
    for (const timer of timers.values()) clearTimeout(timer);
    activeSyncs.set({ [page]: undefined });
  };
}
