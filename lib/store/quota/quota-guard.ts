/** QuotaGuard: refuses data that would exceed a key's quota of a kind. */
import type { Kysely } from "kysely";
import { isUnlimited, type Quota, type QuotaKind, type Quotas } from "#lib/config/quotas.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { StoreTables } from "../tables.ts";
import type { QuotaOwner, QuotaUse } from "./quota-use.ts";

export type QuotaGuard = {
  /**
   * Runs an insert, and undoes it when its owner then exceeds the quota. Of two concurrent inserts for the last place,
   * one fails.
   * @throws GatewayError 507
   */
  insert<Result>(owner: QuotaOwner, insert: (db: Kysely<StoreTables>) => Promise<Result>): Promise<Result>;
  /** Checks the rows that a transaction has written. @throws GatewayError 507 over the quota */
  requireWithin(owner: QuotaOwner, transaction: Kysely<StoreTables>): Promise<void>;
  /** @throws GatewayError 507 when `more` would currently exceed the quota */
  requireRoom(owner: QuotaOwner, more: QuotaUse): Promise<void>;
  use(owner: QuotaOwner): Promise<QuotaUse>;
};

export function createQuotaGuard(db: Kysely<StoreTables>, quotas: Quotas): QuotaGuard {
  async function requireWithinQuota(owner: QuotaOwner, transaction: Kysely<StoreTables>): Promise<void> {
    if (isUnlimited(quotas[owner.kind])) return;
    requireWithin(owner.kind, await readUse(transaction, owner), quotas[owner.kind]);
  }

  return {
    requireWithin: requireWithinQuota,
    insert(owner, insert) {
      if (isUnlimited(quotas[owner.kind])) return insert(db);
      return db.transaction().execute(async (transaction) => {
        const result = await insert(transaction);
        await requireWithinQuota(owner, transaction);
        return result;
      });
    },
    async requireRoom(owner, more) {
      if (isUnlimited(quotas[owner.kind])) return;
      const { items, bytes } = await readUse(db, owner);
      requireWithin(owner.kind, { items: items + more.items, bytes: bytes + more.bytes }, quotas[owner.kind]);
    },
    use: (owner) => readUse(db, owner),
  };
}

/** Tries again once after `sweep`, since removing expired rows frees their room. */
export async function withSweep<Result>(
  attempt: () => Promise<Result>,
  sweep: () => Promise<unknown>,
): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (!GatewayError.isInstance(error) || error.code !== QUOTA_EXCEEDED) throw error;
    await sweep();
    return attempt();
  }
}

async function readUse(db: Kysely<StoreTables>, { keyId, kind }: QuotaOwner): Promise<QuotaUse> {
  const use = await db
    .selectFrom("storageUse")
    .select(["items", "bytes"])
    .where("keyId", "=", keyId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return use ?? { items: 0, bytes: 0 };
}

const QUOTA_EXCEEDED = "quota_exceeded";

const NAMES: Record<QuotaKind, string> = {
  files: "files",
  uploads: "uploads in progress",
  responses: "stored responses",
  shares: "shares",
  images: "images",
  videos: "videos",
  prompts: "prompts",
  evaluations: "evaluations",
  conversations: "conversations",
  presets: "presets",
};

/** @param use use including the new items @throws GatewayError 507 */
export function requireWithin(kind: QuotaKind, { items, bytes }: QuotaUse, quota: Quota): void {
  const owned = { kind, items: NAMES[kind] };
  if (items > quota.count) throw errors.quotaOfItemsExceeded({ ...owned, limit: quota.count });
  if (bytes > quota.bytes) throw errors.quotaOfBytesExceeded({ ...owned, limit: quota.bytes, bytes });
}
