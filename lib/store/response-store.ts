import type { CompiledQuery, Kysely } from "kysely";
import type { Backend } from "./backend.ts";
import { createGroupWriter } from "./group-writer.ts";
import { withSweep } from "./quota/quota-guard.ts";
import type { ReservePlaces } from "./quota/quota-use.ts";
import type { Store, StoredResponse } from "./store.ts";
import type { StoreTables } from "./tables.ts";

const ITEMS_PER_QUERY = 500;

/** @returns the store, and `settle`, which resolves when every write so far has ended */
export function createResponseStore(
  { db, writeTogether }: Pick<Backend, "db" | "writeTogether">,
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

    create: (response, itemIds) =>
      group.write(
        [db.insertInto("responses").values(response).compile(), ...compileItems(db, response, itemIds)],
        response.keyId,
      ),

    update({ id, keyId, expiresAt, aliveAt, runBy, response, input }, itemIds) {
      const changes = { aliveAt, runBy, response, input };
      const queries = [
        db.updateTable("responses").set(changes).where("id", "=", id).where("keyId", "=", keyId).compile(),
        ...compileItems(db, { id, keyId, expiresAt }, itemIds),
      ];
      return group.write(queries, keyId);
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

    async noteAlive(ids, at) {
      if (ids.length === 0) return;
      await db
        .updateTable("responses")
        .set({ aliveAt: at })
        .where("id", "in", ids)
        .where("aliveAt", "is not", null)
        .execute();
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
