"use client";

import { useMemo } from "react";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { MoreMenu } from "../more-menu/more-menu.tsx";
import { type MenuEntry, useMenuEntries } from "../more-menu/use-menu-entries.ts";

const loadExports = () => import("../sharing/save-conversation.ts");

/** What can be done with the open conversation and with a text page's history. Others add entries by `useMenuEntries`. */
export function SessionMenu() {
  const chat = useChat();
  const empty = useChatState((state) => state.session.transcript.children.root === undefined);
  const entries = useMemo(
    (): MenuEntry[] => [
      {
        id: "export-markdown",
        label: "Save as Markdown",
        group: "Share",
        keywords: "export download text",
        enabled: !empty,
        run: () => void loadExports().then(({ saveMarkdown }) => saveMarkdown(chat)),
      },
    ],
    [chat, empty],
  );
  useMenuEntries(entries);
  return <MoreMenu />;
}
