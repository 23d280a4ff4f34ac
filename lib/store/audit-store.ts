import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { AuditRecord, AuditStore } from "./audit-record.ts";
import type { AuditTable, StoreTables } from "./tables.ts";

/** Rows of one removal, during which other writes wait. */
const BATCH = 250;

/** @param now Unix milliseconds by the database's clock */
export function createAuditStore(db: Kysely<StoreTables>, now: () => number): AuditStore {
  return {
    async append({ time = now(), ...entry }) {
      const record: AuditRecord = { id: `audit_${randomBytes(9).toString("hex")}`, time, ...entry };
      await db
        .insertInto("auditLog")
        .values({ ...record, changes: JSON.stringify(record.changes) })
        .execute();
      return record;
    },

    async list({ limit, after, since, until, actorId, action, targetId }) {
      let query = db.selectFrom("auditLog").selectAll().orderBy("time", "desc").orderBy("id", "desc").limit(limit);
      for (const [column, value] of Object.entries({ actorId, action, targetId })) {
        if (value !== undefined) query = query.where(column as "actorId", "=", value);
      }
      if (since !== undefined) query = query.where("time", ">=", since);
      if (until !== undefined) query = query.where("time", "<", until);
      if (after) {
        const { time, id } = after;
        query = query.where((eb) => eb(eb.refTuple("time", "id"), "<", eb.tuple(time, id)));
      }
      return (await query.execute()).map(toRecord);
    },

    async removeBefore(time, signal) {
      while (!signal.aborted) {
        const old = await db.selectFrom("auditLog").select("id").where("time", "<", time).limit(BATCH).execute();
        if (old.length === 0) return;
        const ids = old.map(({ id }) => id);
        await db.deleteFrom("auditLog").where("time", "<", time).where("id", "in", ids).execute();
      }
    },
  };
}

function toRecord({ changes, ...row }: AuditTable): AuditRecord {
  return { ...row, changes: JSON.parse(changes) } as AuditRecord;
}
