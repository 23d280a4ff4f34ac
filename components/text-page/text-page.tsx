"use client";

import { useEffect, useState } from "react";
import { createChat } from "#lib/playground/chat.ts";
import { openHistory } from "#lib/playground/history.ts";
import { endRestoring } from "#lib/playground/preferences.ts";
import { loadSettings, saveSettings } from "#lib/playground/saved-settings.ts";
import { ChatProvider } from "../chat/chat-context.tsx";
import { prefetchThread, prefetchThreadWhenIdle } from "../thread/lazy-thread.tsx";
import type { TextPageDefinition } from "./text-page-definition.ts";
import { TextShell } from "./text-shell.tsx";

/** Owns the controller for as long as the page lives, and reads back what the last visit left. */
export function TextPage({ definition }: { definition: TextPageDefinition }) {
  const { dialect } = definition;
  const [chat] = useState(() =>
    createChat({
      dialect,
      history: openHistory(dialect.page),
      onSettings: (settings) => saveSettings(dialect.page, settings),
    }),
  );
  useEffect(() => {
    const sessionId = new URLSearchParams(location.search).get("session") ?? undefined;
    const drawn = sessionId === undefined ? undefined : prefetchThread();
    void Promise.all([chat.restore({ sessionId, settings: loadSettings(dialect.page) }), drawn]).then(endRestoring);
  }, [chat, dialect]);
  useEffect(prefetchThreadWhenIdle, []);
  return (
    <ChatProvider chat={chat}>
      <TextShell definition={definition} />
    </ChatProvider>
  );
}
