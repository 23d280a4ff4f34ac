import { useCallback, useMemo, useState } from "react";
import { type MenuEntry, useMenuEntries } from "../more-menu/use-menu-entries.ts";
import { editMessages, useEditRequests } from "./edit-messages.ts";

type EditMode = {
  sessionId: string;
  /** The message to begin at. */
  focus?: string;
};

/** Whether the messages of the open chat are being edited. Another chat, or an answer that comes, ends it. */
export function useEditMode({ sessionId, busy }: { sessionId: string; busy: boolean }) {
  const [mode, setMode] = useState<EditMode>();
  const stopEditing = useCallback(() => {
    setMode(undefined);
    // The field was hidden and takes the focus when it is there again.
    requestAnimationFrame(() => document.querySelector<HTMLElement>("#composer")?.focus());
  }, []);
  useEditRequests((focus) => !busy && setMode({ sessionId, focus }));
  const entries = useMemo(
    (): MenuEntry[] => [
      {
        id: "edit-messages",
        label: "Edit messages",
        group: "Conversation",
        keywords: "roles order parts list add remove system assistant",
        enabled: !busy,
        run: () => editMessages(),
      },
    ],
    [busy],
  );
  useMenuEntries(entries);
  // Whoever comes back to a chat finds its conversation there, not an editor that has forgotten what was done in it.
  const left = mode !== undefined && (mode.sessionId !== sessionId || busy);
  if (left) setMode(undefined);
  return { editing: left ? undefined : mode, stopEditing };
}
