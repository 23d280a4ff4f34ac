import { type CompiledQuery, type Kysely, sql } from "kysely";
import type { Backend } from "./backend.ts";
import { createGroupWriter } from "./group-writer.ts";
import { withSweep } from "./quota/quota-guard.ts";
import type { ReservePlaces } from "./quota/quota-use.ts";
import type { Store } from "./store.ts";
import type { StoredResponse } from "./stored-response.ts";
import type { StoreTables } from "./tables.ts";

const ITEMS_PER_QUERY = 500;
/** Columns of a response that no instance runs any more. */
const ENDED = { aliveAt: null, runBy: null, job: null };

/** @returns the store, and `settle`, which resolves when every write so far has ended */
export function createResponseStore(
  { db, clock, writeTogether }: Pick<Backend, "db" | "clock" | "writeTogether">,
  reserve: ReservePlaces,
): {
  store: Store["responses"];
  settle(): Promise<void>;
} {
  const group = createGroupWriter({ writeTogether });

  const store: Store["responses"] = {
    reserve: (keyId) =>
      withSweep(
        () => reserve({ keyId, kind: "responses" }, 1),
        () => removeExpiredResponses(db, Date.now()),
      ),

    create: (response, itemIds) => {
      const row = { ...response, aliveAt: response.aliveAt === null ? null : clock };
      return group.write(
        [db.insertInto("responses").values(row).compile(), ...compileItems(db, response, itemIds)],
        response.keyId,
      );
    },

    update: (owner, { runBy, fence }, { to, itemIds = [] }) =>
      db.transaction().execute(async (transaction) => {
        const updated = await transaction
          .updateTable("responses")
          .set("response" in to ? { ...ENDED, response: to.response } : { job: to.job })
          .where("id", "=", owner.id)
          .where("keyId", "=", owner.keyId)
          .where("runBy", "=", runBy)
          .where("fence", "=", fence)
          .where("aliveAt", "is not", null)
          .returning("id")
          .execute();
        if (updated.length === 0) return false;
        for (const query of compileItems(db, owner, itemIds)) await transaction.executeQuery(query);
        return true;
      }),

    async end({ id, keyId }, response) {
      // It may have been created just now.
      await group.write([]);
      const ended = await db
        .updateTable("responses")
        .set(({ eb }) => ({ ...ENDED, response, fence: eb("fence", "+", 1) }))
        .where("id", "=", id)
        .where("keyId", "=", keyId)
        .where("aliveAt", "is not", null)
        .returning("id")
        .execute();
      return ended.length > 0;
    },

    find: ({ id, keyId }) =>
      db
        .selectFrom("responses")
        .selectAll()
        .where("id", "=", id)
        .where("keyId", "=", keyId)
        .where("expiresAt", ">", Date.now())
        .executeTakeFirst(),

    async findByItems({ itemIds, keyId }) {
      const found = new Map<string, StoredResponse>();
      const ids = [...new Set(itemIds)];
      for (let start = 0; start < ids.length; start += ITEMS_PER_QUERY) {
        const rows = await db
          .selectFrom("responses")
          .innerJoin("responseItems", "responseItems.responseId", "responses.id")
          .selectAll("responses")
          .where("responseItems.keyId", "=", keyId)
          .where("responses.keyId", "=", keyId)
          .where("responseItems.itemId", "in", ids.slice(start, start + ITEMS_PER_QUERY))
          .where("responses.expiresAt", ">", Date.now())
          .execute();
        for (const row of rows) found.set(row.id, row);
      }
      return [...found.values()];
    },

    async remove({ id, keyId }) {
      // An earlier write would bring the response back.
      await group.write([]);
      // The entries of its items stay until they expire: without the response they have no effect.
      const [result] = await db.deleteFrom("responses").where("id", "=", id).where("keyId", "=", keyId).execute();
      return (result?.numDeletedRows ?? 0n) > 0n;
    },

    async renew(ids, runBy) {
      const renewed: string[] = [];
      for (let start = 0; start < ids.length; start += ITEMS_PER_QUERY) {
        const rows = await db
          .updateTable("responses")
          .set({ aliveAt: clock })
          .where("id", "in", ids.slice(start, start + ITEMS_PER_QUERY))
          .where("runBy", "=", runBy)
          .where("aliveAt", "is not", null)
          .returning("id")
          .execute();
        renewed.push(...rows.map(({ id }) => id));
      }
      return renewed;
    },

    listRunning: ({ notBy, limit }) =>
      db
        .selectFrom("responses")
        .select(["id", "keyId", "runBy", "fence"])
        .select(sql<number>`${clock} - alive_at`.as("silentMs"))
        .where("aliveAt", "is not", null)
        .where(({ eb, or }) => or([eb("runBy", "is", null), eb("runBy", "<>", notBy)]))
        .orderBy("aliveAt")
        .limit(limit)
        .execute(),

    claim: ({ id, keyId, runBy: before, fence }, runBy) =>
      db
        .updateTable("responses")
        .set({ runBy, fence: fence + 1, aliveAt: clock })
        .where("id", "=", id)
        .where("keyId", "=", keyId)
        .where("fence", "=", fence)
        .where("aliveAt", "is not", null)
        .where(({ eb }) => (before === null ? eb("runBy", "is", null) : eb("runBy", "=", before)))
        .returningAll()
        .executeTakeFirst(),

    async release(ids, runBy) {
      await group.write([]);
      for (let start = 0; start < ids.length; start += ITEMS_PER_QUERY) {
        await db
          .updateTable("responses")
          .set({ aliveAt: 0, runBy: null })
          .where("id", "in", ids.slice(start, start + ITEMS_PER_QUERY))
          .where("runBy", "=", runBy)
          .where("aliveAt", "is not", null)
          .execute();
      }
    },
  };

  return { store, settle: () => group.write([]) };
}

export async function removeExpiredResponses(db: Kysely<StoreTables>, now: number): Promise<void> {
  await db.deleteFrom("responseItems").where("expiresAt", "<=", now).execute();
  await db.deleteFrom("responses").where("expiresAt", "<=", now).execute();
}

/** An item id belongs to the latest response with it. */
function compileItems(
  db: Kysely<StoreTables>,
  { id: responseId, keyId, expiresAt }: Pick<StoredResponse, "id" | "keyId" | "expiresAt">,
  itemIds: readonly string[],
): CompiledQuery[] {
  const rows = [...new Set(itemIds)].map((itemId) => ({ keyId, itemId, responseId, expiresAt }));
  const queries: CompiledQuery[] = [];
  for (let start = 0; start < rows.length; start += ITEMS_PER_QUERY) {
    const query = db
      .insertInto("responseItems")
      .values(rows.slice(start, start + ITEMS_PER_QUERY))
      .onConflict((conflict) =>
        conflict.columns(["keyId", "itemId"]).doUpdateSet(({ ref }) => ({
          responseId: ref("excluded.responseId"),
          expiresAt: ref("excluded.expiresAt"),
        })),
      );
    queries.push(query.compile());
  }
  return queries;
}
