"use client";

import { activeSyncs, type SyncState } from "#lib/playground/history/sync/sync-status.ts";
import { useChat } from "../chat/chat-context.tsx";
import { useStore } from "../use-store.ts";

const WORDS: Record<SyncState, string | undefined> = {
  saved: undefined,
  waiting: "Waiting for the network",
  failed: "Not saved on the gateway",
  device: "On this device only",
};

/** Says where a conversation is stored, unless it is on the gateway like all others. */
export function SessionSyncLine({ id }: { id: string }) {
  const { page } = useChat().dialect;
  const words = useStore(activeSyncs, ({ [page]: sync }) => {
    const state = sync?.states[id];
    if (state === undefined || (state === "waiting" && sync?.isOnline)) return undefined;
    return WORDS[state];
  });
  return words && <span className="w-full truncate text-muted-foreground text-xs">{words}</span>;
}
