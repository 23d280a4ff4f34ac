"use client";

import { ClipboardCopy, GitBranch, ListTree, Pencil, Trash2, Volume2 } from "lucide-react";
import type { RefObject } from "react";
import { listSpeechModels } from "#lib/playground/audio/speech-settings.ts";
import { readTurnAloud } from "#lib/playground/audio/spoken-turn.ts";
import { getChosenChoice, type Turn } from "#lib/playground/conversation/transcript.ts";
import { catalogue } from "#lib/playground/models/catalogue.ts";
import { writeMessageMarkdown } from "#lib/playground/sharing/exports/write-markdown.ts";
import { copyText } from "#lib/playground/shell/copy-text.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { editMessages } from "../message-editor/edit-messages.ts";
import { PopupMenu } from "../ui/popup-menu.tsx";
import { showToast } from "../ui/toast.tsx";
import { useStore } from "../use-store.ts";

/**
 * Menu of a message: edit it in the message editor, copy it as Markdown, branch into a new conversation, or delete it.
 */
export function MessageMenu({
  turn,
  versionCount,
  open,
  anchor,
  onClose,
}: {
  turn: Turn;
  versionCount: number;
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const chat = useChat();
  const idle = useChatState((state) => Object.keys(state.runs).length === 0);
  const listed = useStore(catalogue, (state) => state.listed);
  const canSpeak = listed !== undefined && listSpeechModels(listed.models).length > 0;
  const copy = () =>
    copyText(writeMessageMarkdown(turn)).then(
      () => showToast({ title: "Copied as Markdown" }),
      () => showToast({ title: "The browser refused to copy", kind: "error" }),
    );
  const branch = () => {
    chat.branch(turn.id);
    showToast({ title: "Branched into a new conversation", detail: "The original is in the history." });
  };
  const remove = (only?: "version") => {
    const undo = chat.removeMessage(turn.id, only);
    const title = only ? "Version deleted" : "Message deleted";
    showToast({ title, action: { label: "Undo", run: undo } });
    document.querySelector<HTMLElement>("#composer")?.focus();
  };
  const groups = [
    {
      name: "Message",
      items: [
        ...(turn.role === "user" && matchMedia("(pointer: coarse)").matches
          ? [
              {
                id: "edit-here",
                label: "Edit message",
                Icon: Pencil,
                enabled: idle,
                // After the menu has closed, which returns the focus to its button.
                run: () => setTimeout(() => document.querySelector<HTMLElement>(`[data-edit="${turn.id}"]`)?.click()),
              },
            ]
          : []),
        {
          id: "edit",
          label: "Edit as list",
          Icon: ListTree,
          enabled: idle,
          run: () => editMessages(turn.id),
        },
        ...(canSpeak && turn.role === "assistant" && getChosenChoice(turn)?.text
          ? [{ id: "read-aloud", label: "Read aloud", Icon: Volume2, run: () => readTurnAloud(turn.id) }]
          : []),
        { id: "copy", label: "Copy as Markdown", Icon: ClipboardCopy, run: () => void copy() },
        { id: "branch", label: "Branch into a new conversation", Icon: GitBranch, run: branch },
      ],
    },
    {
      name: "Delete",
      items: [
        ...(versionCount > 1
          ? [
              {
                id: "version",
                label: "Delete this version",
                Icon: Trash2,
                enabled: idle,
                destructive: true,
                run: () => remove("version"),
              },
            ]
          : []),
        {
          id: "message",
          label: versionCount > 1 ? "Delete all versions" : "Delete from here",
          Icon: Trash2,
          enabled: idle,
          destructive: true,
          run: () => remove(),
        },
      ],
    },
  ];
  return <PopupMenu open={open} anchor={anchor} label="Message" groups={groups} onClose={onClose} />;
}
