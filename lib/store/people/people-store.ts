import { randomBytes } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { removeMcpSignIns } from "../mcp-sign-ins/mcp-sign-in-store.ts";
import type { StoreTables } from "../tables.ts";
import { getRole, getTeam, type PeopleStore, type PersonClaims, type PersonRecord } from "./person-record.ts";

/** @param now Unix milliseconds by the database's clock */
export function createPeopleStore(db: Kysely<StoreTables>, now: () => number): PeopleStore {
  const find = (id: string, on: Kysely<StoreTables> = db) =>
    on.selectFrom("people").selectAll().where("id", "=", id).executeTakeFirst();
  const findBySubject = (
    { issuer, subject }: Pick<PersonRecord, "issuer" | "subject">,
    on: Kysely<StoreTables> = db,
  ): Promise<PersonRecord | undefined> =>
    on.selectFrom("people").selectAll().where("issuer", "=", issuer).where("subject", "=", subject).executeTakeFirst();

  return {
    find: (id) => find(id),
    findBySubject: (of) => findBySubject(of),

    list({ limit, after }) {
      let query = db.selectFrom("people").selectAll().orderBy("createdAt", "desc").orderBy("id", "desc").limit(limit);
      if (after) {
        const { createdAt, id } = after;
        query = query.where((eb) => eb(eb.refTuple("createdAt", "id"), "<", eb.tuple(createdAt, id)));
      }
      return query.execute();
    },

    listNames: () => db.selectFrom("people").select(["id", "name"]).execute(),

    async listTeam(team) {
      const rows = await db
        .selectFrom("people")
        .select("id")
        .where(({ fn }) => fn.coalesce("fixedTeam", "team"), "=", team)
        .execute();
      return rows.map(({ id }) => id);
    },

    async count(ids) {
      const counts = new Map(ids.map((id) => [id, { sessions: 0, keys: 0 }]));
      if (ids.length === 0) return counts;
      const sessions = await db
        .selectFrom("sessions")
        .select(["keyId", ({ fn }) => fn.countAll<number>().as("amount")])
        .where("keyId", "in", ids)
        .where("expiresAt", ">", now())
        .groupBy("keyId")
        .execute();
      const keys = await db
        .selectFrom("apiKeys")
        .select(["personId", ({ fn }) => fn.countAll<number>().as("amount")])
        .where("personId", "in", ids)
        .where("revokedAt", "is", null)
        .groupBy("personId")
        .execute();
      for (const { keyId, amount } of sessions) (counts.get(keyId) as { sessions: number }).sessions = Number(amount);
      for (const { personId, amount } of keys) {
        const count = counts.get(personId ?? "");
        if (count) count.keys = Number(amount);
      }
      return counts;
    },

    signIn: ({ issuer, subject, ...facts }) =>
      db.transaction().execute(async (transaction) => {
        const before = await findBySubject({ issuer, subject }, transaction);
        if (before && before.disabledAt !== null) return { person: before, before };
        const time = now();
        const fresh = { ...facts, endedAt: null, lastSeenAt: time, verifiedAt: time, checkedAt: time };
        if (!before) {
          const id = `person_${randomBytes(9).toString("hex")}`;
          // Another instance may be faster with the same person.
          await transaction
            .insertInto("people")
            .values({
              ...{ id, issuer, subject, fixedRole: null, fixedTeam: null, createdAt: time, disabledAt: null },
              ...fresh,
            })
            .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
            .execute();
        }
        await transaction
          .updateTable("people")
          .set(fresh)
          .where("issuer", "=", issuer)
          .where("subject", "=", subject)
          .execute();
        const person = (await findBySubject({ issuer, subject }, transaction)) as PersonRecord;
        await moveKeys(transaction, before, person);
        return { person, before };
      }),

    change: (id, changes) =>
      db.transaction().execute(async (transaction) => {
        // A row that every change writes first: two admins cannot remove each other at the same time.
        await transaction
          .updateTable("changeVersions")
          .set({ version: sql<number>`version` })
          .where("name", "=", "keys")
          .execute();
        const before = await find(id, transaction);
        if (!before) return undefined;
        const after: PersonRecord = { ...before, ...changes };
        if (isActiveAdmin(before) && !isActiveAdmin(after) && !(await hasOtherAdmin(transaction, id))) {
          return "last-admin" as const;
        }
        const { fixedRole, fixedTeam, disabledAt } = after;
        await transaction
          .updateTable("people")
          .set({ fixedRole, fixedTeam, disabledAt })
          .where("id", "=", id)
          .execute();
        if (disabledAt !== null) {
          await transaction.deleteFrom("sessions").where("keyId", "=", id).execute();
          await removeMcpSignIns(transaction, id);
        }
        await moveKeys(transaction, before, after);
        return after;
      }),

    async takeDue({ checkedBefore, limit }) {
      const due = await db
        .selectFrom("people")
        .selectAll()
        .where("sealedRefresh", "is not", null)
        .where("disabledAt", "is", null)
        .where("checkedAt", "<", checkedBefore)
        .orderBy("checkedAt")
        .limit(limit)
        .execute();
      const taken: PersonRecord[] = [];
      for (const person of due) {
        const { numUpdatedRows } = await db
          .updateTable("people")
          .set({ checkedAt: now() })
          .where("id", "=", person.id)
          .where("checkedAt", "=", person.checkedAt)
          .executeTakeFirst();
        if (numUpdatedRows === 1n) taken.push(person);
      }
      return taken;
    },

    async makeDue(id) {
      await db.updateTable("people").set({ checkedAt: 0 }).where("id", "=", id).execute();
    },

    renew: (before, { sealedRefresh: nextRefresh, ...claims }) =>
      db.transaction().execute(async (transaction) => {
        const { id, sealedRefresh } = before;
        // Only what differs: the caches of all instances end with each write of a person's rights.
        const changed = Object.entries(claims).filter(([name, value]) => before[name as keyof PersonClaims] !== value);
        const { numUpdatedRows } = await transaction
          .updateTable("people")
          .set({ ...Object.fromEntries(changed), sealedRefresh: nextRefresh, verifiedAt: now() })
          .where("id", "=", id)
          .where("sealedRefresh", "=", sealedRefresh)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return undefined;
        const person = await find(id, transaction);
        if (person) await moveKeys(transaction, before, person);
        return person;
      }),

    end: ({ id, sealedRefresh }) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("people")
          .set({ endedAt: now(), sealedRefresh: null })
          .where("id", "=", id)
          .where("sealedRefresh", "=", sealedRefresh)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        await transaction.deleteFrom("sessions").where("keyId", "=", id).execute();
        await removeMcpSignIns(transaction, id);
        return true;
      }),

    async touch(id) {
      await db.updateTable("people").set({ lastSeenAt: now() }).where("id", "=", id).execute();
    },
  };
}

/** Puts the keys of a person into the group of the person's team, when it has changed; a new person has no keys. */
async function moveKeys(
  transaction: Transaction<StoreTables>,
  before: PersonRecord | undefined,
  person: PersonRecord,
): Promise<void> {
  const groupName = getTeam(person);
  // Postgres counts an update of keys as a change even when it meets no row.
  if (!before || getTeam(before) === groupName) return;
  await transaction.updateTable("apiKeys").set({ groupName }).where("personId", "=", person.id).execute();
}

function isActiveAdmin(person: PersonRecord): boolean {
  return getRole(person) === "admin" && person.disabledAt === null && person.endedAt === null;
}

async function hasOtherAdmin(transaction: Transaction<StoreTables>, id: string): Promise<boolean> {
  const other = await transaction
    .selectFrom("people")
    .select("id")
    .where("id", "<>", id)
    .where(({ fn }) => fn.coalesce("fixedRole", "role"), "=", "admin")
    .where("disabledAt", "is", null)
    .where("endedAt", "is", null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
