"use client";

import { CloudUpload, Copy, Folder, MonitorSmartphone, Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import type { RefObject } from "react";
import type { SessionSummary } from "#lib/playground/history/history.ts";
import { activeSyncs } from "#lib/playground/history/sync/sync-status.ts";
import { useChat } from "../chat/chat-context.tsx";
import { PopupMenu } from "../ui/popup-menu.tsx";
import { useStore } from "../use-store.ts";

export function SessionRowMenu({
  open,
  anchor,
  session: { id, pinned = false },
  onPin,
  onRename,
  onFile,
  onDelete,
  onClose,
}: {
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
  session: SessionSummary;
  onPin: (pinned: boolean) => void;
  onRename: () => void;
  onFile: () => void;
  onDelete: () => void;
  onClose: () => void;
}) {
  const chat = useChat();
  const sync = useStore(activeSyncs, (syncs) => syncs[chat.dialect.page]);
  const isDeviceOnly = sync?.states[id] === "device";
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
            { id: "file", label: "Folder and tags…", Icon: Folder, run: onFile },
            { id: "duplicate", label: "Duplicate", Icon: Copy, run: () => void chat.duplicate(id) },
            ...(sync
              ? [
                  {
                    id: "device",
                    label: isDeviceOnly ? "Save on the gateway" : "Keep on this device only",
                    Icon: isDeviceOnly ? CloudUpload : MonitorSmartphone,
                    run: () => void sync.setDeviceOnly(id, !isDeviceOnly),
                  },
                ]
              : []),
            { id: "delete", label: "Delete", Icon: Trash2, destructive: true, run: onDelete },
          ],
        },
      ]}
    />
  );
}
