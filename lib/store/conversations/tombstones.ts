/**
 * Tombstones of conversations that were removed for good. A device that was away learns from them that it must not
 * store its copy again.
 */
import type { Kysely } from "kysely";
import type { StoreTables } from "../tables.ts";
import type { ConversationKey, Tombstone } from "./conversation-record.ts";

/** Limits: a device that was away for longer stores its copy again, which loses nothing. */
export const TOMBSTONE_LIMITS = { days: 365, countPerOwner: 10_000 } as const;

const DAY_MS = 24 * 3_600_000;

/** Columns of a conversation that its tombstone has. */
export const TOMBSTONE_COLUMNS = ["keyId", "id", "kind", "page", "changeNumber"] as const;

type Db = Kysely<StoreTables>;

/** Adds tombstones, and removes the oldest ones of owners who have too many. */
export async function addTombstones(
  removed: readonly Omit<Tombstone, "removedAt">[],
  removedAt: number,
  on: Db,
): Promise<void> {
  if (removed.length === 0) return;
  await on
    .insertInto("conversationTombstones")
    .values(removed.map((row) => ({ ...row, removedAt })))
    .onConflict((conflict) =>
      conflict.columns(["keyId", "id"]).doUpdateSet((eb) => ({
        changeNumber: eb.ref("excluded.changeNumber"),
        removedAt,
      })),
    )
    .execute();
  for (const keyId of new Set(removed.map((row) => row.keyId))) {
    await on
      .deleteFrom("conversationTombstones")
      .where("keyId", "=", keyId)
      .where("changeNumber", "<=", (eb) =>
        eb
          .selectFrom("conversationTombstones")
          .select("changeNumber")
          .where("keyId", "=", keyId)
          .orderBy("changeNumber", "desc")
          .limit(1)
          .offset(TOMBSTONE_LIMITS.countPerOwner),
      )
      .execute();
  }
}

export async function removeTombstone({ keyId, id }: ConversationKey, on: Db): Promise<void> {
  await on.deleteFrom("conversationTombstones").where("keyId", "=", keyId).where("id", "=", id).execute();
}

export async function removeOldTombstones(now: number, on: Db): Promise<void> {
  await on
    .deleteFrom("conversationTombstones")
    .where("removedAt", "<=", now - TOMBSTONE_LIMITS.days * DAY_MS)
    .execute();
}

export async function hasTombstone({ keyId, id }: ConversationKey, on: Db): Promise<boolean> {
  const row = await on
    .selectFrom("conversationTombstones")
    .select("id")
    .where("keyId", "=", keyId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

export function listTombstones(
  { keyId, since, limit }: { keyId: string; since: number; limit: number },
  on: Db,
): Promise<Tombstone[]> {
  return on
    .selectFrom("conversationTombstones")
    .selectAll()
    .where("keyId", "=", keyId)
    .where("changeNumber", ">", since)
    .orderBy("changeNumber")
    .limit(limit)
    .execute();
}
