import { type Kysely, sql } from "kysely";
import type { StoreTables } from "../tables.ts";
import type { McpSignInOwner, McpSignInStore } from "./mcp-sign-in-record.ts";

/** Limit on the sign-ins of one owner; beyond it the one that was not used for the longest time is removed. */
const MOST_SIGN_INS = 50;
const NOT_UNDER_WAY = { stateHash: null, sealedPending: null, pendingUntil: null };

/** @param now Unix milliseconds by the database's clock */
export function createMcpSignInStore(db: Kysely<StoreTables>, now: () => number): McpSignInStore {
  const change = ({ ownerId, serverId }: McpSignInOwner) =>
    db.updateTable("mcpSignIns").where("ownerId", "=", ownerId).where("serverId", "=", serverId);
  const remove = ({ ownerId, serverId }: McpSignInOwner) =>
    db.deleteFrom("mcpSignIns").where("ownerId", "=", ownerId).where("serverId", "=", serverId);
  const grantOf = (sealedGrant: string) => ({
    ...{ sealedGrant, version: sql<number>`version + 1`, renewingUntil: 0, usedAt: now() },
  });

  return {
    find: ({ ownerId, serverId }) =>
      db
        .selectFrom("mcpSignIns")
        .selectAll()
        .where("ownerId", "=", ownerId)
        .where("serverId", "=", serverId)
        .executeTakeFirst(),

    async begin({ ownerId, serverId }, pending) {
      const changes = { ...pending, usedAt: now() };
      await db
        .insertInto("mcpSignIns")
        .values({ ownerId, serverId, sealedGrant: null, version: 0, renewingUntil: 0, ...changes })
        .onConflict((conflict) => conflict.columns(["ownerId", "serverId"]).doUpdateSet(changes))
        .execute();
      const newest = db
        .selectFrom("mcpSignIns")
        .select("serverId")
        .where("ownerId", "=", ownerId)
        .orderBy("usedAt", "desc")
        .orderBy("serverId")
        .limit(MOST_SIGN_INS);
      await db
        .deleteFrom("mcpSignIns")
        .where("ownerId", "=", ownerId)
        .where("serverId", "not in", newest)
        .where("serverId", "<>", serverId)
        .execute();
    },

    async take(stateHash) {
      const record = await db
        .selectFrom("mcpSignIns")
        .selectAll()
        .where("stateHash", "=", stateHash)
        .where("pendingUntil", ">", now())
        .executeTakeFirst();
      if (!record) return undefined;
      const { numUpdatedRows } = await change(record)
        .where("stateHash", "=", stateHash)
        .set(NOT_UNDER_WAY)
        .executeTakeFirst();
      return numUpdatedRows === 1n ? record : undefined;
    },

    async grant(of, sealedGrant) {
      const { numUpdatedRows } = await change(of).set(grantOf(sealedGrant)).executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async claim(record, forMs) {
      const { numUpdatedRows } = await change(record)
        .where("version", "=", record.version)
        .where("renewingUntil", "<=", now())
        .set({ renewingUntil: now() + forMs })
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async release(record) {
      await change(record).where("version", "=", record.version).set({ renewingUntil: 0 }).execute();
    },

    async replace(record, sealedGrant) {
      const { numUpdatedRows } = await change(record)
        .where("version", "=", record.version)
        .set(grantOf(sealedGrant))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async remove({ version, ...of }) {
      const query = version === undefined ? remove(of) : remove(of).where("version", "=", version);
      const { numDeletedRows } = await query.executeTakeFirst();
      return numDeletedRows === 1n;
    },

    async touch(of) {
      await change(of).set({ usedAt: now() }).execute();
    },

    async removeUnused(before) {
      await db.deleteFrom("mcpSignIns").where("usedAt", "<", before).execute();
    },
  };
}

/** Removes the sign-ins of keys and people that may no longer use them; for the transaction that ends their rights. */
export async function removeMcpSignIns(db: Kysely<StoreTables>, ownerId: string): Promise<void> {
  const keys = db.selectFrom("apiKeys").select("id").where("personId", "=", ownerId);
  await db
    .deleteFrom("mcpSignIns")
    .where((where) => where.or([where("ownerId", "=", ownerId), where("ownerId", "in", keys)]))
    .execute();
}

/** Creates the table of sign-ins to MCP servers. */
export async function createMcpSignIns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("mcp_sign_ins")
    .addColumn("owner_id", "text", (column) => column.notNull())
    .addColumn("server_id", "text", (column) => column.notNull())
    .addColumn("state_hash", "text", (column) => column.unique())
    .addColumn("sealed_pending", "text")
    .addColumn("pending_until", "bigint")
    .addColumn("sealed_grant", "text")
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("renewing_until", "bigint", (column) => column.notNull())
    .addColumn("used_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("mcp_sign_ins_primary_key", ["owner_id", "server_id"])
    .execute();
  await db.schema.createIndex("mcp_sign_ins_used_at").on("mcp_sign_ins").column("used_at").execute();
}
