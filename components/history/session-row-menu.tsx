"use client";

import { Copy, Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import type { RefObject } from "react";
import type { SessionSummary } from "#lib/playground/history/history.ts";
import { useChat } from "../chat/chat-context.tsx";
import { PopupMenu } from "../ui/popup-menu.tsx";

export function SessionRowMenu({
  open,
  anchor,
  session: { id, pinned = false },
  onPin,
  onRename,
  onDelete,
  onClose,
}: {
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
  session: SessionSummary;
  onPin: (pinned: boolean) => void;
  onRename: () => void;
  onDelete: () => void;
  onClose: () => void;
}) {
  const chat = useChat();
  return (
    <PopupMenu
      open={open}
      anchor={anchor}
      label="Actions"
      onClose={onClose}
      groups={[
        {
          name: "Conversation",
          items: [
            {
              id: "pin",
              label: pinned ? "Unpin" : "Pin",
              Icon: pinned ? PinOff : Pin,
              run: () => onPin(!pinned),
            },
            { id: "rename", label: "Rename", Icon: Pencil, run: onRename },
            { id: "duplicate", label: "Duplicate", Icon: Copy, run: () => void chat.duplicate(id) },
            { id: "delete", label: "Delete", Icon: Trash2, destructive: true, run: onDelete },
          ],
        },
      ]}
    />
  );
}
