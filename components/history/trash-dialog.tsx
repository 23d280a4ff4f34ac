"use client";

import { useQuery } from "@tanstack/react-query";
import type { ConversationList } from "#lib/contract/stored-conversation.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import { useChat } from "../chat/chat-context.tsx";
import { gatewayQueries } from "../gateway-queries.ts";
import { Button } from "../ui/button.tsx";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { ReadFailure } from "../ui/read-failure.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { showToast } from "../ui/toast.tsx";

const KEY = "conversation-trash";

/** Deleted conversations of this page that the gateway still has, the ones deleted last first. */
export function TrashDialog({ onRestored, onClose }: { onRestored: () => void; onClose: () => void }) {
  const { page } = useChat().dialect;
  const { data, error, refetch } = useQuery(
    {
      queryKey: [KEY],
      staleTime: 0,
      queryFn: async ({ signal }) => {
        const response = await callGateway("/api/conversations?trashed=true&limit=200", { signal });
        return (await (await requireGood(response)).json()) as ConversationList;
      },
    },
    gatewayQueries,
  );
  const entries = data?.data.filter((entry) => entry.page === page);

  async function restore(id: string, title: string): Promise<void> {
    try {
      await requireGood(await callGateway(`/api/conversations/${id}/restore`, { method: "POST" }));
      onRestored();
      showToast({ title: `Restored “${title}”` });
    } catch (failure) {
      showToast({ title: `Couldn’t restore “${title}”`, detail: (failure as Error).message, kind: "error" });
    }
    await refetch();
  }

  return (
    <ModalDialog open title="Trash" className="w-[28rem]" onClose={onClose}>
      {error && <ReadFailure what="the trash" why={error.message} onRetry={() => void refetch()} />}
      {entries?.length === 0 && <p className="text-muted-foreground text-sm">The trash is empty.</p>}
      <ul className="flex flex-col gap-2">
        {entries?.map(({ id, title, deleted_at: deletedAt }) => (
          <li key={id} className="flex items-center gap-3">
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate">{title}</span>
              {deletedAt !== null && (
                <span className="text-muted-foreground text-xs">
                  Deleted <RelativeTime time={deletedAt} now={Date.now()} past />
                </span>
              )}
            </span>
            <Button size="small" aria-label={`Restore ${title}`} onClick={() => void restore(id, title)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </ModalDialog>
  );
}
