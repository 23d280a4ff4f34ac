/** Items of one kind and page that are the same here and on the gateway, as the sync needs them. */
import type { ConversationKind, WholeConversation } from "#lib/contract/stored-conversation.ts";
import type { StoredFields } from "./stored-fields.ts";
import type { SyncRecord } from "./sync-records.ts";

export type SyncedItems<Item extends { id: string }> = {
  kind: ConversationKind;
  page: string;
  /** Returns the ID of each item that is here, and what `describe` says of it, without reading all of it. */
  list(): Promise<readonly { id: string; listed: string }[]>;
  load(id: string): Promise<Item | undefined>;
  /** Stores what `combine` returns of the item that is here now. */
  receive(id: string, combine: (own: Item | undefined) => Item): Promise<unknown>;
  remove(id: string): Promise<unknown>;
  toStored(item: Item): StoredFields;
  /** Returns undefined for what another program has stored in a form of its own. */
  toItem(whole: WholeConversation): Item | undefined;
  /** Returns a text that differs when the stored items do. */
  fingerprint(item: Item): string;
  /** Returns a text that differs when an item that is listed does. */
  describe(item: Item): string;
  /**
   * Combines an item that both sides have changed. `item` takes the place of the one here; `copy` is stored beside it,
   * with the same ID each time that the same two are combined.
   */
  combine(both: Changed<Item>): { item: Item; copy?: Item };
  /** Returns the item with a new ID, for one that was removed elsewhere after it had changed here. */
  toCopy(item: Item): Item;
  /** True for an item that is still changing, and is not written yet. */
  isBusy?(item: Item): boolean;
  isOpen?(id: string): boolean;
  open?(id: string): Promise<unknown>;
  /** Changes items that do not fit each other. @returns their IDs */
  settle?(): Promise<readonly string[]>;
};

/** Item that has changed here and on the gateway. `known` is what both had last. */
export type Changed<Item> = { own: Item; remote: Item; whole: WholeConversation; known: SyncRecord | undefined };
