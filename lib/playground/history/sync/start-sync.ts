/** Runs the syncs of one page: at the start, after each change, and when the network or the tab comes back. */
import type { Chat } from "#lib/playground/chat/chat.ts";
import { onConversationSaved } from "#lib/playground/chat/chats.ts";
import { onPresetChanged, openPresets, type PresetPage } from "#lib/playground/parameters/preset-store.ts";
import { createConversationSync } from "./conversation-sync.ts";
import { createPresetSync } from "./preset-sync.ts";
import { openSyncRecords } from "./sync-records.ts";
import { activePresetSyncs, activeSyncs } from "./sync-status.ts";

/** Milliseconds from a change to its write. */
const DELAY = 1_000;
/** Milliseconds between looks for changes of other devices, while the tab is visible. */
const INTERVAL = 30_000;

/** @returns a function that stops it */
export function startConversationSync(chat: Chat, owner: string): () => void {
  const { page } = chat.dialect;
  const sync = createConversationSync({ page, owner, chat, history: chat.stored, records: openSyncRecords() });
  return run(sync, {
    publish: (isActive) => {
      const { sync: syncAll, setDeviceOnly } = sync;
      activeSyncs.set({ [page]: isActive ? { ...sync.status.get(), sync: syncAll, setDeviceOnly } : undefined });
    },
    listen: (onChanged) => onConversationSaved((savedOn, id) => savedOn === page && onChanged(id)),
    interval: INTERVAL,
  });
}

/** Presets change rarely: besides the others, a dialog that shows them looks for changes. @returns a function that stops it */
export function startPresetSync(page: PresetPage, owner: string): () => void {
  const presets = openPresets(page, "gateway");
  const sync = createPresetSync({ page, owner, presets, records: openSyncRecords() });
  return run(sync, {
    publish: (isActive) =>
      activePresetSyncs.set({ [page]: isActive ? { ...sync.status.get(), sync: sync.sync } : undefined }),
    listen: (onChanged) =>
      onPresetChanged((change) => change.page === page && change.source === "tab" && onChanged(change.id)),
  });
}

function run(
  sync: Pick<ReturnType<typeof createConversationSync>, "status" | "sync" | "push">,
  {
    publish,
    listen,
    interval,
  }: {
    publish: (isActive: boolean) => void;
    listen: (onChanged: (id: string) => void) => () => void;
    interval?: number;
  },
): () => void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  // A browser without storage or a full one keeps what it has, and the next round tries again.
  const quietly = (round: Promise<void>) => void round.catch(() => {});
  const syncAll = () => quietly(sync.sync());
  const unsubscribe = sync.status.subscribe(() => publish(true));
  const stopListening = listen((id) => {
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
  const rounds = interval === undefined ? undefined : setInterval(whenVisible, interval);
  publish(true);
  syncAll();
  return () => {
    unsubscribe();
    stopListening();
    removeEventListener("online", syncAll);
    document.removeEventListener("visibilitychange", whenVisible);
    clearInterval(rounds);
    for (const timer of timers.values()) clearTimeout(timer);
    publish(false);
  };
}
