"use client";

import dynamic from "next/dynamic";
import { useEffect, useMemo, useState } from "react";
import { isShareFragment } from "#lib/playground/sharing/is-share-fragment.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { MoreMenu } from "../more-menu/more-menu.tsx";
import { type MenuEntry, useMenuEntries } from "../more-menu/use-menu-entries.ts";
import type { SessionDialog } from "../sharing/session-dialogs.tsx";

const loadExports = () => import("../sharing/save-conversation.ts");
const SessionDialogs = dynamic(() => import("../sharing/session-dialogs.tsx").then((module) => module.SessionDialogs));

/** What can be done with the open conversation and with a text page's history. Others add entries by `useMenuEntries`. */
export function SessionMenu({
  signedIn,
  modelIds,
}: {
  signedIn: boolean;
  /** Of the models that the gateway lists. */
  modelIds: readonly string[];
}) {
  const chat = useChat();
  const empty = useChatState((state) => state.session.transcript.children.root === undefined);
  const [dialog, setDialog] = useState<SessionDialog>();
  useShareLink({ signedIn, onLink: setDialog });
  const entries = useMemo(
    (): MenuEntry[] => [
      {
        id: "share-link",
        label: "Share link…",
        group: "Share",
        keywords: "copy address url settings",
        run: () => setDialog({ name: "share" }),
      },
      {
        id: "export-markdown",
        label: "Save as Markdown",
        group: "Share",
        keywords: "export download text",
        enabled: !empty,
        run: () => void loadExports().then(({ saveMarkdown }) => saveMarkdown(chat)),
      },
      {
        id: "export-json",
        label: "Save as JSON",
        group: "Share",
        keywords: "export download file backup",
        run: () => void loadExports().then(({ saveJson }) => saveJson(chat)),
      },
    ],
    [chat, empty],
  );
  useMenuEntries(entries);
  return (
    <>
      <MoreMenu />
      {dialog && <SessionDialogs dialog={dialog} modelIds={modelIds} onClose={() => setDialog(undefined)} />}
    </>
  );
}

/**
 * A link that was opened is read once somebody is signed in: the way to the sign-in page and back takes it along. Then
 * it leaves the address, for a reload should not ask again.
 */
function useShareLink({ signedIn, onLink }: { signedIn: boolean; onLink: (dialog: SessionDialog) => void }): void {
  useEffect(() => {
    if (!signedIn) return;
    const read = () => {
      const { hash, pathname, search } = location;
      if (!isShareFragment(hash)) return;
      history.replaceState(null, "", pathname + search);
      onLink({ name: "open-link", fragment: hash });
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, [signedIn, onLink]);
}
