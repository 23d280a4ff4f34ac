"use client";

import { useEffect } from "react";
import type { Chat } from "#lib/playground/chat/chat.ts";
import { catalogue } from "#lib/playground/models/catalogue.ts";
import { useStore } from "../use-store.ts";

/** Syncs the page's conversations with the gateway while somebody is signed in and the gateway stores them. */
export function useConversationSync(chat: Chat): void {
  const owner = useStore(catalogue, ({ session }) =>
    session?.storesConversations ? (session.person?.id ?? session.keyId) : undefined,
  );
  const ready = useStore(chat.store, (state) => state.ready);
  useEffect(() => {
    if (owner === undefined || !ready) return;
    let stop: (() => void) | undefined;
    let isLeft = false;
    void import("#lib/playground/history/sync/start-sync.ts").then(({ startSync }) => {
      if (!isLeft) stop = startSync(chat, owner);
    });
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [chat, owner, ready]);
}
