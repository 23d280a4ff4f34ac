"use client";

import { Ban, ChartColumn, Copy, ScrollText } from "lucide-react";
import { useRouter } from "next/navigation";
import type { RefObject } from "react";
import { PopupMenu } from "#components/ui/popup-menu.tsx";
import { showToast } from "#components/ui/toast.tsx";
import type { ApiKey } from "#lib/contract/api-key.ts";
import { copyText } from "#lib/playground/shell/copy-text.ts";

export function KeyMenu({
  open,
  anchor,
  apiKey: { id, name },
  canRevoke,
  onRevoke,
  onClose,
}: {
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
  apiKey: ApiKey;
  canRevoke: boolean;
  onRevoke: () => void;
  onClose: () => void;
}) {
  const router = useRouter();
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
            { id: "requests", label: "Requests", Icon: ScrollText, run: () => router.push(`/requests?key=${id}`) },
            { id: "usage", label: "Usage", Icon: ChartColumn, run: () => router.push(`/usage?key=${id}`) },
            { id: "copy-id", label: "Copy ID", Icon: Copy, run: () => void copyId() },
            { id: "revoke", label: "Revoke…", Icon: Ban, destructive: true, enabled: canRevoke, run: onRevoke },
          ],
        },
      ]}
    />
  );
}
