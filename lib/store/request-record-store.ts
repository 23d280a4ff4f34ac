/** Stored request records: the bodies of logged requests, compressed, in a table that lists never read. */
import type { CompiledQuery, Kysely } from "kysely";
import type { RequestRecordRow, RequestRecordStore } from "./request-record-row.ts";
import type { StoreTables } from "./tables.ts";
import type { WriteBehind } from "./write-behind.ts";

export function createRequestRecordStore(
  db: Kysely<StoreTables>,
  writeBehind: Pick<WriteBehind, "appendRecord" | "flush">,
): RequestRecordStore {
  return {
    append: writeBehind.appendRecord,
    async find({ id, keyId }) {
      // If the write fails, older records are still found.
      await writeBehind.flush().catch(() => {});
      let query = db.selectFrom("requestRecords").selectAll().where("id", "=", id).orderBy("time", "desc").limit(1);
      if (keyId !== undefined) query = query.where("keyId", "=", keyId);
      return query.executeTakeFirst();
    },
    async listRecorded(ids) {
      if (ids.length === 0) return [];
      await writeBehind.flush().catch(() => {});
      return db.selectFrom("requestRecords").select(["id", "keyId"]).distinct().where("id", "in", ids).execute();
    },
  };
}

const BLANK: RequestRecordRow = { time: 0, id: "", keyId: "", bytes: 0, payload: new Uint8Array() };

/** Compiles the insert of one record; a record that is already there stays. */
export function compileRecordInsert(db: Kysely<StoreTables>): CompiledQuery {
  return db
    .insertInto("requestRecords")
    .values(BLANK)
    .onConflict((conflict) => conflict.columns(["time", "id"]).doNothing())
    .compile();
}

/** Returns the values of the insert, in the order of the columns. */
export function toRecordParameters({ time, id, keyId, bytes, payload }: RequestRecordRow) {
  return [Math.round(time), id, keyId, bytes, payload];
}
