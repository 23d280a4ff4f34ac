/**
 * Clock of the database, in Unix milliseconds: leases end by it, since the clocks of instances differ. On SQLite it is
 * the clock of the one machine that all instances share.
 */
import { type RawBuilder, sql } from "kysely";

export const POSTGRES_CLOCK = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
export const SQLITE_CLOCK = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;

/** Time of the database, as an expression of a query. */
export type DatabaseClock = RawBuilder<number>;

/** Returns the time at which a lease ends that begins now. @param leaseMs milliseconds */
export function endOfLease(clock: DatabaseClock, leaseMs: number): RawBuilder<number> {
  return sql<number>`${clock} + ${sql.lit(Math.round(leaseMs))}`;
}
