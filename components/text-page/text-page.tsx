"use client";

import { useEffect, useState } from "react";
import { getChat } from "#lib/playground/chat/chats.ts";
import { loadSettings } from "#lib/playground/parameters/saved-settings.ts";
import { endRestoring } from "#lib/playground/shell/preferences.ts";
import { ChatProvider } from "../chat/chat-context.tsx";
import { prefetchConversation, prefetchConversationWhenIdle } from "../conversation/lazy-conversation.tsx";
import type { TextPageDefinition } from "./text-page-definition.ts";
import { TextShell } from "./text-shell.tsx";

/** Connects the page to its controller and restores the last visit. */
export function TextPage({ definition }: { definition: TextPageDefinition }) {
  const { dialect } = definition;
  const [chat] = useState(() => getChat(dialect));
  useEffect(() => {
    const sessionId = new URLSearchParams(location.search).get("session") ?? undefined;
    const drawn = sessionId === undefined ? undefined : prefetchConversation();
    void Promise.all([chat.restore({ sessionId, settings: loadSettings(dialect.page) }), drawn]).then(endRestoring);
  }, [chat, dialect]);
  useEffect(prefetchConversationWhenIdle, []);
  return (
    <ChatProvider chat={chat}>
      <TextShell definition={definition} />
    </ChatProvider>
  );
}
