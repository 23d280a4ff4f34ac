/** Conversations and presets of the playground as they are stored. Times are Unix milliseconds. */
import type { Generated } from "kysely";
import type { ConversationKind } from "#lib/contract/stored-conversation.ts";

export type ConversationRecord = {
  /** Owner: a key, a person or "admin". */
  keyId: string;
  /** Chosen by the client; unique for its owner. */
  id: string;
  kind: ConversationKind;
  page: string;
  title: string;
  folder: string;
  /** Labels, each between commas: `,a,b,`. */
  tags: string | null;
  /** Number of its writes so far. */
  revision: number;
  /** Number of the owner's changes when it was written last. */
  changeNumber: number;
  /** Bytes of `content`. */
  bytes: number;
  createdAt: number;
  updatedAt: number;
  /** Time at which it was moved to the trash. */
  deletedAt: number | null;
  /** Time from which it is removed for good. */
  purgeAt: number | null;
  /** JSON of an object. */
  content: string;
  /** Words that a search finds, as `listWords` writes them. */
  searchWords: string;
};

/** `number` ties the row to SQLite's index of words. */
export type ConversationTable = ConversationRecord & { number: Generated<number> };

/** Counts the changes of an owner; its row also orders the owner's writes. */
export type ConversationOwnerTable = { keyId: string; lastChange: number };

export type ConversationHead = Omit<ConversationRecord, "content" | "searchWords">;

export type ConversationKey = Pick<ConversationRecord, "keyId" | "id">;

/**
 * Conversation that was removed for good. `changeNumber` is that of its move to the trash: a device that has read it
 * needs no tombstone.
 */
export type Tombstone = Pick<ConversationRecord, "keyId" | "id" | "kind" | "page" | "changeNumber"> & {
  removedAt: number;
};

/** Part that a client writes as a whole. */
export type ConversationContent = Pick<
  ConversationRecord,
  "kind" | "page" | "title" | "folder" | "tags" | "content" | "searchWords"
>;

/**
 * `missing`: there is none. `changed`: it has another revision than the write was based on. `removed`: there was one,
 * which was removed for good.
 */
export type WriteRefusal = "missing" | "changed" | "removed";

export type ConversationQuery = {
  keyId: string;
  kind: ConversationKind;
  isTrashed: boolean;
  limit: number;
  after?: Pick<ConversationRecord, "updatedAt" | "id"> | undefined;
  /** Beginnings of words, all of which it contains, as `listWords` writes them. */
  words?: readonly string[] | undefined;
  folder?: string | undefined;
  tag?: string | undefined;
};

export type ConversationStore = {
  /** Returns conversations, those that changed last first. */
  list(query: ConversationQuery): Promise<ConversationHead[]>;
  /** Returns what has changed after `since`, also in the trash, in the order of the changes. */
  listChanges(of: { keyId: string; since: number; limit: number }): Promise<ConversationHead[]>;
  /** Returns what was removed for good after `since`, by the changes that had moved it to the trash. */
  listRemoved(of: { keyId: string; since: number; limit: number }): Promise<Tombstone[]>;
  /** Reads conversations with their content that are not in the trash, by id. */
  readPage(of: { keyId: string; kind: ConversationKind; after: string; limit: number }): Promise<ConversationRecord[]>;
  find(of: ConversationKey): Promise<ConversationRecord | undefined>;
  /**
   * Creates a conversation when `base` is 0, also one that was removed for good, or replaces the revision `base`, also in the trash, from where it returns.
   * @throws GatewayError 507 over the quota of its owner
   */
  write(of: ConversationKey, content: ConversationContent, base: number): Promise<ConversationHead | WriteRefusal>;
  /** Changes the revision `base`. @param changes `searchWords` goes with a new title */
  change(
    of: ConversationKey,
    changes: Partial<Pick<ConversationRecord, "title" | "folder" | "tags" | "searchWords">>,
    base: number,
  ): Promise<ConversationHead | WriteRefusal>;
  /** Moves it to the trash, whatever its revision. @returns undefined when there is none outside of the trash */
  trash(of: ConversationKey, keepMs: number): Promise<ConversationHead | undefined>;
  /** @returns undefined when there is none in the trash */
  restore(of: ConversationKey): Promise<ConversationHead | undefined>;
  /** Removes one for good that is in the trash. @returns false when there is none */
  remove(of: ConversationKey): Promise<boolean>;
  /** Removes those whose time in the trash is over, and tombstones that are too old. */
  removePurged(): Promise<void>;
};
