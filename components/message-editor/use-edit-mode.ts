import { useCallback, useMemo, useState } from "react";
import { type MenuEntry, useMenuEntries } from "../more-menu/use-menu-entries.ts";
import { editMessages, useEditRequests } from "./edit-messages.ts";

type EditMode = {
  sessionId: string;
  /** Message to start at. */
  focus?: string;
};

/** Edit mode of the open chat's messages. Switching to another chat, or a new response, ends it. */
export function useEditMode({ sessionId, busy }: { sessionId: string; busy: boolean }) {
  const [mode, setMode] = useState<EditMode>();
  const stopEditing = useCallback(() => {
    setMode(undefined);
    // The field was hidden, and gets the focus once it is visible again.
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
  // Returning to a chat shows its conversation, not an editor that has lost its edits.
  const left = mode !== undefined && (mode.sessionId !== sessionId || busy);
  if (left) setMode(undefined);
  return { editing: left ? undefined : mode, stopEditing };
}
