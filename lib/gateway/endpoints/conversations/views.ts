/** Conversations as `/api/conversations` returns them. */
import type { RemovedConversation, StoredConversation, WholeConversation } from "#lib/contract/stored-conversation.ts";
import type { ConversationHead, ConversationRecord, Tombstone } from "#lib/store/conversations/conversation-record.ts";
import { readTags } from "#lib/store/tag-column.ts";

export function toEntry(head: ConversationHead): StoredConversation {
  const { id, kind, page, title, folder, tags, revision, bytes, createdAt, updatedAt, deletedAt, purgeAt } = head;
  return {
    object: "conversation",
    ...{ id, kind, page, title, folder, tags: readTags(tags), revision, bytes },
    ...{ created_at: createdAt, updated_at: updatedAt, deleted_at: deletedAt, purge_at: purgeAt },
  };
}

export function toWhole(record: ConversationRecord): WholeConversation {
  return { ...toEntry(record), content: JSON.parse(record.content) as Record<string, unknown> };
}

export function toRemoved({ id, kind, page, removedAt }: Tombstone): RemovedConversation {
  return { object: "conversation.removed", id, kind, page, removed_at: removedAt };
}
