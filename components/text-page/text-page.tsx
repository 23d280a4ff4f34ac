"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Chat } from "#lib/playground/chat/chat.ts";
import { getChat } from "#lib/playground/chat/chats.ts";
import { loadSettings } from "#lib/playground/parameters/saved-settings.ts";
import { endRestoring } from "#lib/playground/shell/preferences.ts";
import { ChatProvider } from "../chat/chat-context.tsx";
import { prefetchConversation, prefetchConversationWhenIdle } from "../conversation/lazy-conversation.tsx";
import { useConversationSync, usePresetSync } from "../use-gateway-sync.ts";
import type { TextPageDefinition } from "./text-page-definition.ts";
import { TextShell } from "./text-shell.tsx";

/** Connects the page to its controller and restores the last visit. */
export function TextPage({ definition }: { definition: TextPageDefinition }) {
  const { dialect } = definition;
  const [chat] = useState(() => getChat(dialect));
  const query = useRef<URLSearchParams>(undefined);
  // Before the effects of the page, which write the open conversation into the address.
  useLayoutEffect(() => {
    query.current ??= new URLSearchParams(location.search);
  }, []);
  useEffect(() => {
    const sessionId = query.current?.get("session") ?? undefined;
    const model = query.current?.get("model") ?? undefined;
    const tour = query.current?.get("tour");
    const drawn = sessionId === undefined ? undefined : prefetchConversation();
    const restored = chat.restore({ sessionId, settings: loadSettings(dialect.page) });
    void Promise.all([restored, drawn]).then(() => {
      if (model) startWithModel(chat, { model, isOpen: sessionId !== undefined });
      if (tour) void import("../tour/play-text-stop.ts").then(({ playTextStop }) => playTextStop(chat, tour));
      endRestoring();
    });
  }, [chat, dialect]);
  useEffect(prefetchConversationWhenIdle, []);
  useConversationSync(chat);
  usePresetSync(dialect.page);
  return (
    <ChatProvider chat={chat}>
      <TextShell definition={definition} />
    </ChatProvider>
  );
}

/** Sets the model of the address. A conversation that the address does not name stays as it is, and a new one starts. */
function startWithModel(chat: Chat, { model, isOpen }: { model: string; isOpen: boolean }): void {
  const { transcript } = chat.store.get().session;
  if (!isOpen && transcript.children.root !== undefined) chat.startNew();
  chat.changeSettings({ model });
}
