import { randomBytes, randomInt } from "node:crypto";
import type { CompiledQuery, Kysely } from "kysely";
import { NO_POLICY } from "#lib/contract/key-policy.ts";
import { errors } from "#lib/http/errors.ts";
import { hashSecret } from "./hash-secret.ts";
import { removeMcpSignIns } from "./mcp-sign-ins/mcp-sign-in-store.ts";
import type { KeyRecord, Store } from "./store.ts";
import type { ApiKeyTable, StoreTables } from "./tables.ts";
import type { WriteBehind } from "./write-behind.ts";

/** Prefix of every secret, so that people and secret scanners recognise it. */
const SECRET_MARK = "pk_";
/** 43 characters of 62 hold 256 bits. Letters and digits only: a double click selects the whole key. */
const SECRET_LENGTH = 43;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX_LENGTH = SECRET_MARK.length + 8;

export function createKeyStore(db: Kysely<StoreTables>, writeBehind: WriteBehind, now: () => number): Store["keys"] {
  const byHash = db.selectFrom("apiKeys").selectAll().where("hash", "=", "").compile();
  const byPreviousHash = db.selectFrom("apiKeys").selectAll().where("previousHash", "=", "").compile();
  const byId = db.selectFrom("apiKeys").selectAll().where("id", "=", "").compile();

  async function find(query: CompiledQuery<ApiKeyTable>, value: string): Promise<KeyRecord | undefined> {
    const { rows } = await db.executeQuery<ApiKeyTable>({ ...query, parameters: [value] });
    return rows[0] && toKeyRecord(rows[0]);
  }

  async function list(): Promise<KeyRecord[]> {
    const rows = await db.selectFrom("apiKeys").selectAll().orderBy("createdAt").orderBy("id").execute();
    return rows.map(toKeyRecord);
  }

  return {
    async create({
      name,
      scopes = ["inference"],
      expiresAt = null,
      group = null,
      policy = NO_POLICY,
      tags = [],
      personId = null,
    }) {
      const secret = createSecret();
      const record: KeyRecord = {
        id: `key_${randomBytes(9).toString("hex")}`,
        name,
        prefix: secret.slice(0, PREFIX_LENGTH),
        hash: hashSecret(secret),
        scopes,
        createdAt: now(),
        expiresAt,
        lastUsedAt: null,
        revokedAt: null,
        disabledAt: null,
        group,
        policy,
        tags,
        previousHash: null,
        previousExpiresAt: null,
        personId,
      };
      await db.insertInto("apiKeys").values(toRow(record)).execute();
      return { record, secret };
    },

    list,

    async listOfPerson(personId) {
      const rows = await db
        .selectFrom("apiKeys")
        .selectAll()
        .where("personId", "=", personId)
        .orderBy("createdAt")
        .orderBy("id")
        .execute();
      return rows.map(toKeyRecord);
    },

    async revoke(idOrPrefix) {
      const record = selectForRevocation(await list(), idOrPrefix);
      if (!record || record.revokedAt !== null) return record;
      const revokedAt = now();
      await db.transaction().execute(async (transaction) => {
        await transaction.updateTable("apiKeys").set({ revokedAt }).where("id", "=", record.id).execute();
        await transaction.deleteFrom("sessions").where("keyId", "=", record.id).execute();
        await removeMcpSignIns(transaction, record.id);
      });
      return { ...record, revokedAt };
    },

    async update(id, changes) {
      const record = await find(byId, id);
      if (!record) return undefined;
      const changed: KeyRecord = { ...record, ...changes };
      // Not the rest of the row, which a revocation may change meanwhile.
      const { name, expiresAt, disabledAt, groupName, policy, tags } = toRow(changed);
      const row = { name, expiresAt, disabledAt, groupName, policy, tags };
      await db.updateTable("apiKeys").set(row).where("id", "=", id).execute();
      return changed;
    },

    async rotate(id, overlapMs) {
      const record = await find(byId, id);
      if (!record) return undefined;
      const secret = createSecret();
      const changes = {
        hash: hashSecret(secret),
        prefix: secret.slice(0, PREFIX_LENGTH),
        previousHash: record.hash,
        previousExpiresAt: now() + overlapMs,
      };
      await db.updateTable("apiKeys").set(changes).where("id", "=", id).execute();
      return { record: { ...record, ...changes }, secret };
    },

    async findByHash(hash) {
      return (await find(byHash, hash)) ?? (await find(byPreviousHash, hash));
    },
    findById: (id) => find(byId, id),
    touch: writeBehind.touch,
  };
}

/** Records a key's use; an older record that arrives late changes nothing. */
export function compileKeyTouch(db: Kysely<StoreTables>, { id, at }: { id: string; at: number }): CompiledQuery {
  return db
    .updateTable("apiKeys")
    .set({ lastUsedAt: at })
    .where("id", "=", id)
    .where((where) => where.or([where("lastUsedAt", "is", null), where("lastUsedAt", "<", at)]))
    .compile();
}

/**
 * Returns the key with this id, or the only key whose secret has this prefix. Active keys come first: a prefix that an
 * active and a revoked key share is not ambiguous.
 */
function selectForRevocation(records: KeyRecord[], idOrPrefix: string): KeyRecord | undefined {
  const byId = records.find((record) => record.id === idOrPrefix);
  if (byId) return byId;
  if (idOrPrefix.length <= SECRET_MARK.length) return undefined;
  const named = records.filter((record) => record.prefix.startsWith(idOrPrefix));
  const isActive = named.filter((record) => record.revokedAt === null);
  const candidates = isActive.length > 0 ? isActive : named;
  if (candidates.length > 1) {
    throw errors.keyAmbiguous({ prefix: idOrPrefix, ids: candidates.map(({ id }) => id) });
  }
  return candidates[0];
}

function createSecret(): string {
  const characters = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return SECRET_MARK + characters.join("");
}

function toKeyRecord(row: ApiKeyTable): KeyRecord {
  const { groupName: group, scopes, policy, tags, ...fields } = row;
  return {
    ...fields,
    group,
    scopes: JSON.parse(scopes),
    policy: policy === null ? NO_POLICY : JSON.parse(policy),
    tags: tags === null ? [] : JSON.parse(tags),
  };
}

function toRow({ group, scopes, policy, tags, ...fields }: KeyRecord): ApiKeyTable {
  return {
    ...fields,
    groupName: group,
    scopes: JSON.stringify(scopes),
    policy: JSON.stringify(policy),
    tags: tags.length > 0 ? JSON.stringify(tags) : null,
  };
}
