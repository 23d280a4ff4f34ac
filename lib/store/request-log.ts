import type { Kysely } from "kysely";
import { fromRequestLogColumns } from "./request-log-columns.ts";
import type { Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";
import type { WriteBehind } from "./write-behind.ts";

export function createRequestLog(db: Kysely<StoreTables>, writeBehind: WriteBehind): Store["requestLog"] {
  return {
    append: writeBehind.append,
    async recent({ limit }) {
      // So that a request which has just ended is in the list. When it cannot be written, the older ones still are.
      await writeBehind.flush().catch(() => {});
      const rows = await db
        .selectFrom("requestLog")
        .selectAll()
        .orderBy("time", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(fromRequestLogColumns);
    },
  };
}
