"use client";

import { PAGE_NAMES } from "#lib/playground/conversion/page-names.ts";
import { activeSyncs } from "#lib/playground/history/sync/sync-status.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { showToast } from "../ui/toast.tsx";
import { useStore } from "../use-store.ts";

/** Confirms the deletion of all conversations of a page, which can be undone for a while. */
export function DeleteAllDialog({ onClose }: { onClose: () => void }) {
  const chat = useChat();
  const count = useChatState((state) => state.sessions.length);
  const isSynced = useStore(activeSyncs, (syncs) => syncs[chat.dialect.page] !== undefined);
  const what = count === 1 ? "the one conversation" : `all ${count} conversations`;
  async function remove(): Promise<void> {
    const restore = await chat.removeAll();
    showToast({
      title: count === 1 ? "Conversation deleted" : `${count} conversations deleted`,
      action: { label: "Undo", run: () => void restore() },
    });
  }
  return (
    <ConfirmDialog title="Delete all conversations" confirm="Delete" onConfirm={() => void remove()} onClose={onClose}>
      This deletes {what} of {PAGE_NAMES[chat.dialect.page]} from this browser, with their files and traces. Presets and
      other pages are not affected.{isSynced && " The gateway’s copies go to the trash."}
    </ConfirmDialog>
  );
}
