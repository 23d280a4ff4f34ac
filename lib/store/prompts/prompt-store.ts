import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { QuotaGuard } from "../quota/quota-guard.ts";
import type { StoreTables } from "../tables.ts";
import type { LabelledPrompt, PromptRecord, PromptStore, PromptViewer } from "./prompt-record.ts";

type Key = Pick<PromptRecord, "keyId" | "id">;

/** @param now Unix milliseconds by the database's clock */
export function createPromptStore(db: Kysely<StoreTables>, guard: QuotaGuard, now: () => number): PromptStore {
  async function withLabels(prompts: readonly PromptRecord[]): Promise<LabelledPrompt[]> {
    if (prompts.length === 0) return [];
    const rows = await db
      .selectFrom("promptLabels")
      .selectAll()
      .where("promptId", "in", [...new Set(prompts.map(({ id }) => id))])
      .orderBy("label")
      .execute();
    return prompts.map((prompt) => {
      const own = rows.filter(({ keyId, promptId }) => keyId === prompt.keyId && promptId === prompt.id);
      return { ...prompt, labels: Object.fromEntries(own.map(({ label, version }) => [label, version])) };
    });
  }

  const one = (of: Key, on: Kysely<StoreTables> = db) =>
    on.selectFrom("prompts").selectAll().where("keyId", "=", of.keyId).where("id", "=", of.id).executeTakeFirst();
  const findByName = ({ keyId, name }: Pick<PromptRecord, "keyId" | "name">, on: Kysely<StoreTables>) =>
    on.selectFrom("prompts").select("id").where("keyId", "=", keyId).where("name", "=", name).executeTakeFirst();

  return {
    async list({ viewer, limit, after, search }) {
      let query = db.selectFrom("prompts").selectAll().where(isVisible(viewer));
      if (after) {
        const { updatedAt, id } = after;
        query = query.where((eb) => eb(eb.refTuple("updatedAt", "id"), "<", eb.tuple(updatedAt, id)));
      }
      if (search !== undefined) {
        const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
        query = query.where(
          sql<boolean>`(lower(name) like ${pattern} escape '\\' or lower(description) like ${pattern} escape '\\')`,
        );
      }
      return withLabels(await query.orderBy("updatedAt", "desc").orderBy("id", "desc").limit(limit).execute());
    },

    async find(viewer, by) {
      const query = db.selectFrom("prompts").selectAll().where(isVisible(viewer));
      const found = await ("id" in by ? query.where("id", "=", by.id) : query.where("name", "=", by.name))
        .orderBy("createdAt")
        .execute();
      const rank = ({ keyId, visibility }: PromptRecord) =>
        keyId === viewer.owner ? 0 : visibility === "team" ? 1 : visibility === "everyone" ? 2 : 3;
      const [first] = found.toSorted((a, b) => rank(a) - rank(b));
      return first && (await withLabels([first]))[0];
    },

    create({ keyId, id, name, ...facts }, first) {
      return guard.insert({ keyId, kind: "prompts" }, (on) =>
        inTransaction(on, async (transaction) => {
          if (await one({ keyId, id }, transaction)) return "id" as const;
          if (await findByName({ keyId, name }, transaction)) return "name" as const;
          const time = now();
          const times = { createdAt: time, updatedAt: time };
          await transaction
            .insertInto("prompts")
            .values({ keyId, id, name, ...facts, latestVersion: 1, ...times })
            .execute();
          await transaction
            .insertInto("promptVersions")
            .values({ keyId, promptId: id, version: 1, ...first, createdAt: time })
            .execute();
          return undefined;
        }),
      );
    },

    change: (of, changes) =>
      db.transaction().execute(async (transaction) => {
        const { keyId, id } = of;
        const named =
          changes.name === undefined ? undefined : await findByName({ keyId, name: changes.name }, transaction);
        if (named && named.id !== id) return false;
        await transaction
          .updateTable("prompts")
          .set({ ...changes, updatedAt: now() })
          .where("keyId", "=", keyId)
          .where("id", "=", id)
          .execute();
        return true;
      }),

    addVersion({ keyId, id }, { base, ...version }) {
      return guard.insert({ keyId, kind: "prompts" }, (on) =>
        inTransaction(on, async (transaction) => {
          const time = now();
          const next = base + 1;
          const { numUpdatedRows } = await transaction
            .updateTable("prompts")
            .set({ latestVersion: next, updatedAt: time })
            .where("keyId", "=", keyId)
            .where("id", "=", id)
            .where("latestVersion", "=", base)
            .executeTakeFirst();
          if (numUpdatedRows !== 1n) return undefined;
          await transaction
            .insertInto("promptVersions")
            .values({ keyId, promptId: id, version: next, ...version, createdAt: time })
            .execute();
          return next;
        }),
      );
    },

    listVersions({ keyId, id }, { limit, before }) {
      let query = db
        .selectFrom("promptVersions")
        .select(["keyId", "promptId", "version", "note", "authorId", "authorName", "createdAt"])
        .where("keyId", "=", keyId)
        .where("promptId", "=", id);
      if (before !== undefined) query = query.where("version", "<", before);
      return query.orderBy("version", "desc").limit(limit).execute();
    },

    findVersion: ({ keyId, id }, version) =>
      db
        .selectFrom("promptVersions")
        .selectAll()
        .where("keyId", "=", keyId)
        .where("promptId", "=", id)
        .where("version", "=", version)
        .executeTakeFirst(),

    async setLabel({ keyId, id }, label, version) {
      await db
        .insertInto("promptLabels")
        .values({ keyId, promptId: id, label, version })
        .onConflict((conflict) => conflict.columns(["keyId", "promptId", "label"]).doUpdateSet({ version }))
        .execute();
    },

    async removeLabel({ keyId, id }, label) {
      const { numDeletedRows } = await db
        .deleteFrom("promptLabels")
        .where("keyId", "=", keyId)
        .where("promptId", "=", id)
        .where("label", "=", label)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    remove: ({ keyId, id }) =>
      db.transaction().execute(async (transaction) => {
        for (const table of ["promptLabels", "promptVersions"] as const) {
          await transaction.deleteFrom(table).where("keyId", "=", keyId).where("promptId", "=", id).execute();
        }
        await transaction.deleteFrom("prompts").where("keyId", "=", keyId).where("id", "=", id).execute();
      }),
  };
}

/** Condition for prompts that the viewer may read. */
function isVisible({ owner, team, seesAll }: PromptViewer) {
  return (eb: ExpressionBuilder<StoreTables, "prompts">) =>
    seesAll
      ? sql<boolean>`true`
      : eb.or([
          eb("keyId", "=", owner),
          eb("visibility", "=", "everyone"),
          ...(team === undefined ? [] : [eb.and([eb("visibility", "=", "team"), eb("team", "=", team)])]),
        ]);
}

/** Runs in the transaction that is open already, or in a new one. */
function inTransaction<Result>(
  on: Kysely<StoreTables>,
  run: (transaction: Kysely<StoreTables>) => Promise<Result>,
): Promise<Result> {
  return on.isTransaction ? run(on) : on.transaction().execute(run);
}
