/** Creates the tables of evaluations and of their cells. */
import { type Kysely, sql } from "kysely";
import { countEvaluations } from "../quota/storage-triggers.ts";

export async function createEvaluations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("evaluations")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("stopped", "text")
    .addColumn("definition", "text", (column) => column.notNull())
    .addColumn("dataset", "text", (column) => column.notNull())
    .addColumn("row_count", "bigint", (column) => column.notNull())
    .addColumn("column_count", "bigint", (column) => column.notNull())
    .addColumn("concurrency", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("ended_at", "bigint")
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("claimed_by", "text")
    .addColumn("claimed_until", "bigint", (column) => column.notNull())
    .addColumn("fence", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("evaluations_by_owner")
    .on("evaluations")
    .columns(["key_id", "created_at", "id"])
    .execute();
  await db.schema.createIndex("evaluations_expires_at").on("evaluations").column("expires_at").execute();
  // Few run at a time.
  await sql`create index evaluations_running on evaluations (created_at) where state = 'running'`.execute(db);

  await db.schema
    .createTable("evaluation_cells")
    .addColumn("evaluation_id", "text", (column) => column.notNull())
    .addColumn("row_index", "bigint", (column) => column.notNull())
    .addColumn("column_index", "bigint", (column) => column.notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("passed", "bigint")
    .addColumn("output", "text", (column) => column.notNull())
    .addColumn("detail", "text", (column) => column.notNull())
    .addColumn("marks", "text", (column) => column.notNull())
    .addColumn("input_tokens", "bigint")
    .addColumn("output_tokens", "bigint")
    .addColumn("cost", "double precision")
    .addColumn("checks_cost", "double precision", (column) => column.notNull())
    .addColumn("total_ms", "double precision")
    .addColumn("thumb", "bigint")
    .addColumn("note", "text")
    .addColumn("bytes", "bigint", (column) => column.notNull())
    .addColumn("finished_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("evaluation_cells_primary_key", ["evaluation_id", "row_index", "column_index"])
    .execute();
  await countEvaluations(db);
}
