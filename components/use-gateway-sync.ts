"use client";

import { useEffect } from "react";
import type { Chat } from "#lib/playground/chat/chat.ts";
import { catalogue } from "#lib/playground/models/catalogue.ts";
import type { PresetPage } from "#lib/playground/parameters/preset-store.ts";
import { useStore } from "./use-store.ts";

/** Syncs the page's conversations with the gateway while somebody is signed in and the gateway stores them. */
export function useConversationSync(chat: Chat): void {
  const owner = useOwner();
  const ready = useStore(chat.store, (state) => state.ready);
  useEffect(() => {
    if (owner === undefined || !ready) return;
    return startLater(async () => (await loadSync()).startConversationSync(chat, owner));
  }, [chat, owner, ready]);
}

/** Does the same for the page's presets. */
export function usePresetSync(page: PresetPage): void {
  const owner = useOwner();
  useEffect(() => {
    if (owner === undefined) return;
    return startLater(async () => (await loadSync()).startPresetSync(page, owner));
  }, [page, owner]);
}

const loadSync = () => import("#lib/playground/history/sync/start-sync.ts");

/** Returns the owner of what the gateway stores; undefined where it stores nothing. */
function useOwner(): string | undefined {
  return useStore(catalogue, ({ session }) =>
    session?.storesConversations ? (session.person?.id ?? session.keyId) : undefined,
  );
}

/** Starts something that loads first. @returns a function that stops it */
function startLater(start: () => Promise<() => void>): () => void {
  let stop: (() => void) | undefined;
  let isLeft = false;
  void start().then((started) => {
    if (isLeft) started();
    else stop = started;
  });
  return () => {
    isLeft = true;
    stop?.();
  };
}
