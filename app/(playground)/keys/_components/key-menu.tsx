"use client";

import { Ban, ChartColumn, Copy, Pause, Play, RotateCw, ScrollText, SlidersHorizontal } from "lucide-react";
import { useRouter } from "next/navigation";
import type { RefObject } from "react";
import { PopupMenu } from "#components/ui/popup-menu.tsx";
import { showToast } from "#components/ui/toast.tsx";
import type { ApiKey } from "#lib/contract/api-key.ts";
import { copyText } from "#lib/playground/shell/copy-text.ts";

/** Actions on a key; `toggle` disables and enables it. */
export type KeyActions = Readonly<Record<"edit" | "toggle" | "rotate" | "revoke", (key: ApiKey) => void>>;

export function KeyMenu({
  open,
  anchor,
  apiKey,
  isRevoked,
  actions,
  onClose,
}: {
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
  apiKey: ApiKey;
  isRevoked: boolean;
  actions: KeyActions;
  onClose: () => void;
}) {
  const router = useRouter();
  const { id, name, disabled_at } = apiKey;
  const act = (action: keyof KeyActions) => () => actions[action](apiKey);
  const copyId = () =>
    copyText(id).then(
      () => showToast({ title: `Copied the ID of “${name}”`, kind: "success" }),
      () => showToast({ title: `The browser refused to copy. The ID is ${id}`, kind: "error" }),
    );
  return (
    <PopupMenu
      open={open}
      anchor={anchor}
      label="Actions"
      onClose={onClose}
      groups={[
        {
          name: "Key",
          items: [
            { id: "edit", label: "Edit limits…", Icon: SlidersHorizontal, enabled: !isRevoked, run: act("edit") },
            { id: "requests", label: "Requests", Icon: ScrollText, run: () => router.push(`/requests?key=${id}`) },
            { id: "usage", label: "Usage", Icon: ChartColumn, run: () => router.push(`/usage?key=${id}`) },
            { id: "copy-id", label: "Copy ID", Icon: Copy, run: () => void copyId() },
          ],
        },
        {
          name: "Access",
          items: [
            disabled_at === null
              ? { id: "disable", label: "Disable", Icon: Pause, enabled: !isRevoked, run: act("toggle") }
              : { id: "enable", label: "Enable", Icon: Play, enabled: !isRevoked, run: act("toggle") },
            { id: "rotate", label: "Rotate secret…", Icon: RotateCw, enabled: !isRevoked, run: act("rotate") },
            { id: "revoke", label: "Revoke…", Icon: Ban, destructive: true, enabled: !isRevoked, run: act("revoke") },
          ],
        },
      ]}
    />
  );
}
