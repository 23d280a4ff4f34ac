/** Table of the batches that run at upstreams. */
import { type Kysely, sql } from "kysely";
import type { BatchStore } from "./batch-record.ts";
import type { StoreTables } from "./tables.ts";

export async function createBatchTable(db: Kysely<unknown>): Promise<void> {
  const texts = ["key_id", "api", "upstream", "upstream_id", "model", "upstream_model", "output_file", "error_file"];
  let table = db.schema.createTable("batches").addColumn("id", "text", (column) => column.primaryKey().notNull());
  for (const name of [...texts, "object", "tags"]) table = table.addColumn(name, "text", (column) => column.notNull());
  for (const name of ["input_file", "charge", "group_name"]) table = table.addColumn(name, "text");
  await table
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("ended_at", "bigint")
    .execute();
  await db.schema.createIndex("batches_by_key").on("batches").columns(["key_id", "created_at", "id"]).execute();
  for (const name of ["output_file", "error_file"]) {
    await db.schema.createIndex(`batches_${name}`).on("batches").column(name).execute();
  }
  // Few batches run at once.
  await sql`create index batches_running on batches (created_at) where ended_at is null`.execute(db);
}

export function createBatchStore(db: Kysely<StoreTables>): BatchStore {
  const all = () => db.selectFrom("batches").selectAll();
  return {
    async create(batch) {
      await db.insertInto("batches").values(batch).execute();
    },
    find: (id) => all().where("id", "=", id).executeTakeFirst(),
    findByFile: (file) =>
      all()
        .where(({ eb, or }) => or([eb("outputFile", "=", file), eb("errorFile", "=", file)]))
        .executeTakeFirst(),
    async count(keyId) {
      const row = await db
        .selectFrom("batches")
        .select(({ fn }) => fn.countAll<number>().as("batches"))
        .where("keyId", "=", keyId)
        .executeTakeFirst();
      return Number(row?.batches ?? 0);
    },
    list({ keyId, api, after, limit }) {
      let query = all().where("api", "=", api);
      if (keyId !== undefined) query = query.where("keyId", "=", keyId);
      if (after) {
        query = query.where(({ eb, or, and }) =>
          or([
            eb("createdAt", "<", after.createdAt),
            and([eb("createdAt", "=", after.createdAt), eb("id", "<", after.id)]),
          ]),
        );
      }
      return query.orderBy("createdAt", "desc").orderBy("id", "desc").limit(limit).execute();
    },
    listRunning: (limit) => all().where("endedAt", "is", null).orderBy("createdAt").limit(limit).execute(),
    async update(id, object) {
      await db.updateTable("batches").set({ object }).where("id", "=", id).execute();
    },
    async end(id, ended) {
      const changed = await db
        .updateTable("batches")
        .set(ended)
        .where("id", "=", id)
        .where("endedAt", "is", null)
        .returning("id")
        .execute();
      return changed.length > 0;
    },
    async remove(id) {
      await db.deleteFrom("batches").where("id", "=", id).execute();
    },
    async removeBefore(time) {
      await db.deleteFrom("batches").where("createdAt", "<", time).execute();
    },
  };
}
