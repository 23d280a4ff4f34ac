import { type Kysely, PostgresAdapter, type SelectQueryBuilder, sql } from "kysely";
import type { Backend } from "../backend.ts";
import { type QuotaGuard, withSweep } from "../quota/quota-guard.ts";
import type { StoreTables } from "../tables.ts";
import type {
  ConversationHead,
  ConversationKey,
  ConversationRecord,
  ConversationStore,
  WriteRefusal,
} from "./conversation-record.ts";
import {
  addTombstones,
  hasTombstone,
  listTombstones,
  removeOldTombstones,
  removeTombstone,
  TOMBSTONE_COLUMNS,
} from "./tombstones.ts";

const HEAD = [
  ...(["keyId", "id", "kind", "page", "title", "folder", "tags", "revision", "changeNumber", "bytes"] as const),
  ...(["createdAt", "updatedAt", "deletedAt", "purgeAt"] as const),
];
const WHOLE = [...HEAD, "content", "searchWords"] as const;

/** Rows of one removal; each may have megabytes. */
const BATCH = 50;

/** @param now Unix milliseconds by the database's clock */
export function createConversationStore(
  { db, reader }: Pick<Backend, "db" | "reader">,
  guard: QuotaGuard,
  now: () => number,
): ConversationStore {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;

  /** Returns the number of the owner's next change. Its row stays locked, so that numbers appear in their order. */
  async function takeChange(keyId: string, on: Kysely<StoreTables>): Promise<number> {
    const { lastChange } = await on
      .insertInto("conversationOwners")
      .values({ keyId, lastChange: 1 })
      .onConflict((conflict) =>
        conflict.column("keyId").doUpdateSet({ lastChange: sql<number>`conversation_owners.last_change + 1` }),
      )
      .returning("lastChange")
      .executeTakeFirstOrThrow();
    return lastChange;
  }

  /** Changes the row if the condition holds for it. */
  async function update(
    on: Kysely<StoreTables>,
    { keyId, id }: ConversationKey,
    changes: Partial<ConversationRecord>,
    { base, isTrashed }: { base?: number; isTrashed?: boolean },
  ): Promise<ConversationHead | undefined> {
    let query = on
      .updateTable("conversations")
      .set({
        ...changes,
        revision: sql<number>`revision + 1`,
        changeNumber: await takeChange(keyId, on),
        updatedAt: now(),
      })
      .where("keyId", "=", keyId)
      .where("id", "=", id);
    if (base !== undefined) query = query.where("revision", "=", base);
    if (isTrashed !== undefined) query = query.where("deletedAt", isTrashed ? "is not" : "is", null);
    return query.returning(HEAD).executeTakeFirst();
  }

  async function explain({ keyId, id }: ConversationKey, on: Kysely<StoreTables>): Promise<WriteRefusal> {
    const row = await on
      .selectFrom("conversations")
      .select("id")
      .where("keyId", "=", keyId)
      .where("id", "=", id)
      .executeTakeFirst();
    if (row) return "changed";
    return (await hasTombstone({ keyId, id }, on)) ? "removed" : "missing";
  }

  function contains<Output>(
    query: SelectQueryBuilder<StoreTables, "conversations", Output>,
    { keyId, words }: { keyId: string; words: readonly string[] },
  ): SelectQueryBuilder<StoreTables, "conversations", Output> {
    if (words.length === 0) return query.where(sql<boolean>`false`);
    // Words have no quotes: they are letters and digits.
    if (isPostgres) {
      const text = words.map((word) => `'${word}':*`).join(" & ");
      return query.where(sql<boolean>`search @@ ${text}::tsquery`);
    }
    const owner = Buffer.from(keyId).toString("hex");
    const match = `owner : "${owner}" AND words : (${words.map((word) => `"${word}"*`).join(" AND ")})`;
    return query.where(
      sql<boolean>`number in (select rowid from conversation_search where conversation_search match ${match})`,
    );
  }

  async function removePurged(): Promise<void> {
    for (;;) {
      const rows = await db
        .selectFrom("conversations")
        .select("number")
        .where("purgeAt", "<=", now())
        .limit(BATCH)
        .execute();
      const numbers = rows.map(({ number }) => number);
      if (numbers.length > 0) {
        await db.transaction().execute(async (on) => {
          // One may have been restored meanwhile.
          const query = on.deleteFrom("conversations").where("number", "in", numbers).where("purgeAt", "<=", now());
          await addTombstones(await query.returning(TOMBSTONE_COLUMNS).execute(), now(), on);
        });
      }
      if (numbers.length < BATCH) break;
    }
    await removeOldTombstones(now(), db);
  }

  return {
    list({ keyId, kind, isTrashed, limit, after, words, folder, tag }) {
      let query = reader
        .selectFrom("conversations")
        .select(HEAD)
        .where("keyId", "=", keyId)
        .where("kind", "=", kind)
        .where("deletedAt", isTrashed ? "is not" : "is", null);
      if (folder !== undefined) query = query.where("folder", "=", folder);
      if (tag !== undefined) query = query.where(sql<boolean>`tags like ${`%,${escapeLike(tag)},%`} escape '\\'`);
      if (words) query = contains(query, { keyId, words });
      if (after) {
        const { updatedAt, id } = after;
        query = query.where((eb) => eb(eb.refTuple("updatedAt", "id"), "<", eb.tuple(updatedAt, id)));
      }
      return query.orderBy("updatedAt", "desc").orderBy("id", "desc").limit(limit).execute();
    },

    listChanges: ({ keyId, since, limit }) =>
      reader
        .selectFrom("conversations")
        .select(HEAD)
        .where("keyId", "=", keyId)
        .where("changeNumber", ">", since)
        .orderBy("changeNumber")
        .limit(limit)
        .execute(),

    listRemoved: (of) => listTombstones(of, reader),

    readPage: ({ keyId, kind, after, limit }) =>
      reader
        .selectFrom("conversations")
        .select(WHOLE)
        .where("keyId", "=", keyId)
        .where("kind", "=", kind)
        .where("deletedAt", "is", null)
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit)
        .execute(),

    find: ({ keyId, id }) =>
      db.selectFrom("conversations").select(WHOLE).where("keyId", "=", keyId).where("id", "=", id).executeTakeFirst(),

    write: (of, content, base) =>
      withSweep(
        () =>
          db.transaction().execute(async (transaction) => {
            const fields = {
              ...content,
              bytes: Buffer.byteLength(content.content),
              deletedAt: null,
              purgeAt: null,
            };
            const written =
              base > 0
                ? await update(transaction, of, fields, { base })
                : await transaction
                    .insertInto("conversations")
                    .values({
                      ...of,
                      ...fields,
                      revision: 1,
                      changeNumber: await takeChange(of.keyId, transaction),
                      createdAt: now(),
                      updatedAt: now(),
                    })
                    .onConflict((conflict) => conflict.columns(["keyId", "id"]).doNothing())
                    .returning(HEAD)
                    .executeTakeFirst();
            if (!written) return explain(of, transaction);
            if (base === 0) await removeTombstone(of, transaction);
            const kind = content.kind === "preset" ? "presets" : "conversations";
            await guard.requireWithin({ keyId: of.keyId, kind }, transaction);
            return written;
          }),
        removePurged,
      ),

    change: (of, changes, base) =>
      db
        .transaction()
        .execute(async (on) => (await update(on, of, changes, { base, isTrashed: false })) ?? explain(of, on)),

    trash: (of, keepMs) =>
      db.transaction().execute((on) => {
        const time = now();
        return update(on, of, { deletedAt: time, purgeAt: time + keepMs }, { isTrashed: false });
      }),

    restore: (of) =>
      db.transaction().execute((on) => update(on, of, { deletedAt: null, purgeAt: null }, { isTrashed: true })),

    remove: ({ keyId, id }) =>
      db.transaction().execute(async (on) => {
        const removed = await on
          .deleteFrom("conversations")
          .where("keyId", "=", keyId)
          .where("id", "=", id)
          .where("deletedAt", "is not", null)
          .returning(TOMBSTONE_COLUMNS)
          .execute();
        await addTombstones(removed, now(), on);
        return removed.length > 0;
      }),

    removePurged,
  };
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
