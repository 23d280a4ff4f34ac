/** Sync of the conversations of one page with the gateway. */
import type { Chat } from "#lib/playground/chat/chat.ts";
import { assignNewIds } from "../assign-new-ids.ts";
import type { ChatSession, History, SessionSummary, TextPage } from "../history.ts";
import { mergeSessions } from "../merge-sessions.ts";
import { createItemSync } from "./item-sync.ts";
import { fingerprint, toSession, toStored } from "./stored-session.ts";
import type { SyncRecords } from "./sync-records.ts";

/** Age of a response, in milliseconds, from which it counts as never ending. */
const STALE = 600_000;

export function createConversationSync({
  page,
  owner,
  chat,
  history,
  records,
  send,
}: {
  page: TextPage;
  owner: string;
  chat: Pick<Chat, "receive" | "remove" | "open" | "store">;
  history: Pick<History, "list" | "load">;
  records: SyncRecords;
  send?: typeof fetch;
}) {
  return createItemSync<ChatSession>({
    ...{ owner, records, ...(send && { send }) },
    items: {
      kind: "conversation",
      page,
      list: async () => (await history.list()).map((summary) => ({ id: summary.id, listed: describe(summary) })),
      load: history.load,
      receive: chat.receive,
      remove: chat.remove,
      ...{ toStored, toItem: toSession, fingerprint, describe },
      // Nothing is lost in a merge, so that no copy is needed.
      combine: ({ own, remote, known }) => ({ item: mergeSessions(own, remote, known?.filing) }),
      toCopy: (session) => ({ ...assignNewIds(session), title: `${session.title} (copy)`, renamed: true }),
      isBusy: isStreaming,
      isOpen: (id) => chat.store.get().session.id === id,
      open: chat.open,
    },
  });
}

function describe({ updatedAt, title, pinned = false, folder, tags }: Omit<SessionSummary, "id" | "model">): string {
  const filing = folder || tags?.length ? `.${[folder, ...(tags ?? [])]}` : "";
  return `${updatedAt}.${pinned}.${title}${filing}`;
}

function isStreaming({ transcript, updatedAt }: ChatSession): boolean {
  const streams = Object.values(transcript.turns).some(
    (turn) => turn.role === "assistant" && turn.state === "streaming",
  );
  return streams && Date.now() - updatedAt < STALE;
}
