"use client";

import { useEffect, useState } from "react";
import { createChat } from "#lib/playground/chat.ts";
import { openHistory } from "#lib/playground/history.ts";
import { endRestoring } from "#lib/playground/preferences.ts";
import { loadSettings, saveSettings } from "#lib/playground/saved-settings.ts";
import { ChatProvider } from "../../../../components/chat/chat-context.tsx";
import { ChatShell } from "./chat-shell.tsx";

/** Owns the controller for as long as the page lives, and reads back what the last visit left. */
export function ChatPage() {
  const [chat] = useState(() => createChat({ history: openHistory(), onSettings: saveSettings }));
  useEffect(() => {
    const sessionId = new URLSearchParams(location.search).get("session") ?? undefined;
    void chat.restore({ sessionId, settings: loadSettings() }).then(endRestoring);
  }, [chat]);
  return (
    <ChatProvider chat={chat}>
      <ChatShell />
    </ChatProvider>
  );
}
