"use client";

import dynamic from "next/dynamic";
import { useMemo } from "react";
import { visiblePath } from "#lib/playground/conversation/transcript.ts";
import { fromPlainTurns, toPlainTurns } from "#lib/playground/sharing/exports/plain-turns.ts";
import { makeSession } from "#lib/playground/sharing/imports/make-session.ts";
import type { ReadLink } from "#lib/playground/sharing/share-link.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { OpenLinkDialog } from "./open-link-dialog.tsx";
import { ShareDialog } from "./share-dialog.tsx";

const ReadOnlyPage = dynamic(() => import("./read-only-page.tsx").then((module) => module.ReadOnlyPage), {
  loading: () => <div className="h-28" />,
});

/**
 * Shares the open conversation's settings, and optionally its text, as a link, or the conversation as a read-only page.
 */
export function ShareSession({ onClose }: { onClose: () => void }) {
  const chat = useChat();
  const { settings, transcript, recordedAt } = useChatState((state) => state.session);
  // A demo run is not shared as if it were the user's own conversation.
  const words = useMemo(
    () => toPlainTurns(recordedAt === undefined ? visiblePath(transcript) : []),
    [transcript, recordedAt],
  );
  return (
    <ShareDialog
      rules={chat.dialect}
      settings={settings}
      words={words}
      onSave={() => void import("./save-conversation.ts").then(({ saveJson }) => saveJson(chat))}
      readOnly={words.turns.length > 0 && <ReadOnlyPage />}
      onClose={onClose}
    />
  );
}

/** Opens a link as a new conversation. */
export function OpenSession({
  fragment,
  modelIds,
  onClose,
}: {
  fragment: string;
  modelIds: readonly string[];
  onClose: () => void;
}) {
  const chat = useChat();
  const current = useChatState((state) => state.session.settings);
  const open = ({ settings, turns }: ReadLink) => {
    const made = fromPlainTurns(turns, settings.model);
    chat.adopt(makeSession({ page: chat.dialect.page, settings, turns: made }));
  };
  return (
    <OpenLinkDialog
      fragment={fragment}
      rules={chat.dialect}
      current={current}
      modelIds={modelIds}
      describe={describe}
      onApply={open}
      onClose={onClose}
    />
  );
}

function describe({ turns }: ReadLink): string {
  if (turns.length === 0) return "Opens as a new conversation with these settings.";
  const count = `${turns.length} ${turns.length === 1 ? "turn" : "turns"}`;
  return `A conversation of ${count}. It opens as a new conversation with the settings below.`;
}
