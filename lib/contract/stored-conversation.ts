/** Conversations and presets that the gateway stores: replies of `/api/conversations`. Times are Unix milliseconds. */

export const CONVERSATION_KINDS = ["conversation", "preset"] as const;
export type ConversationKind = (typeof CONVERSATION_KINDS)[number];

/** Limits of one conversation; the amount of each owner is a quota. */
export const CONVERSATION_LIMITS = {
  /** Bytes of its content as JSON. */
  contentBytes: 8 * 1024 * 1024,
  /** Characters. */
  title: 300,
  folder: 100,
  tags: 20,
} as const;

/** Conversation without its content. */
export type StoredConversation = {
  object: "conversation";
  id: string;
  kind: ConversationKind;
  /** Page of the playground, such as "chat". */
  page: string;
  title: string;
  /** Empty outside of folders. */
  folder: string;
  tags: string[];
  /** Raised by each write; a write names the one that it is based on. */
  revision: number;
  /** Size of the content. */
  bytes: number;
  created_at: number;
  updated_at: number;
  /** Time at which it was moved to the trash; null outside of it. */
  deleted_at: number | null;
  /** Time from which it can no longer be restored. */
  purge_at: number | null;
};

export type WholeConversation = StoredConversation & { content: Record<string, unknown> };

export type FoundConversation = StoredConversation & {
  /** Text around the first word found, where snippets were asked for; null when no message has one. */
  snippet?: string | null;
};

export type ConversationList = {
  object: "list";
  data: FoundConversation[];
  has_more: boolean;
  next_cursor: string | null;
};

/** Conversation that was removed for good: from the trash, or when its time there was over. */
export type RemovedConversation = Pick<StoredConversation, "id" | "kind" | "page"> & {
  object: "conversation.removed";
  removed_at: number;
};

/** Changes in their order. `next_since` is the `since` of the next request. */
export type ConversationChanges = {
  object: "list";
  data: StoredConversation[];
  removed: RemovedConversation[];
  has_more: boolean;
  next_since: number;
};

/** Result of a write: the conversation as it is stored now. */
export type ConversationImport = {
  object: "conversation_import";
  created: StoredConversation[];
  /** Conversations of the file that are stored already, with the same content. */
  unchanged: string[];
};
