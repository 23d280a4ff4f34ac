/** People in the store: sign-in, teams of keys, the last admin, renewals that one instance takes, and sessions. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();
const ISSUER = "https://id.example.com/";
const FAR = 60_000;

describe.each(databases)("on $name", ({ create }) => {
  let database: TestDatabase;
  let store: Store;
  /** Another instance. */
  let other: Store;
  beforeEach(async () => {
    database = await create();
    store = await openStore(database.options);
    other = await openStore(database.options);
  });
  afterEach(async () => {
    await Promise.all([store.close(), other.close()]);
    await database.remove();
  });

  const signIn = async (
    subject: string,
    fields: { role?: "member" | "admin"; team?: string | null } = {},
    at = store,
  ) =>
    (
      await at.people.signIn({
        ...{ issuer: ISSUER, subject, name: subject, email: null, sealedRefresh: `sealed ${subject}` },
        ...{ role: "member", team: null, ...fields },
      })
    ).person;
  const openSession = (hash: string, keyId: string) =>
    store.sessions.create({ hash, keyId, createdAt: store.now(), expiresAt: store.now() + FAR });

  test("a person is one, also when two instances see the first sign-in", async () => {
    const [first, second] = await Promise.all([signIn("ann"), signIn("ann", {}, other)]);
    expect(first.id).toBe(second.id);
    expect(await store.people.list({ limit: 10 })).toHaveLength(1);
  });

  test("the keys of a person follow the team, and others stay", async () => {
    const { id } = await signIn("ann", { team: "blue" });
    const { record: own } = await store.keys.create({ name: "own", personId: id, group: "blue" });
    const { record: foreign } = await store.keys.create({ name: "other", group: "blue" });
    await signIn("ann", { team: "red" });
    expect((await store.keys.findById(own.id))?.group).toBe("red");
    expect(await store.people.listTeam("red")).toEqual([id]);
    await store.people.change(id, { fixedTeam: "green" });
    expect((await store.keys.findById(own.id))?.group).toBe("green");
    expect(await store.people.listTeam("green")).toEqual([id]);
    expect((await store.keys.findById(foreign.id))?.group).toBe("blue");
    expect((await store.people.count([id])).get(id)).toEqual({ sessions: 0, keys: 1 });
  });

  test("two instances cannot remove the last two admins at once", async () => {
    const ann = await signIn("ann", { role: "admin" });
    const bob = await signIn("bob", { role: "admin" });
    const changes = await Promise.all([
      store.people.change(ann.id, { disabledAt: 1 }),
      other.people.change(bob.id, { fixedRole: "member" }),
    ]);
    expect(changes.filter((change) => change === "last-admin")).toHaveLength(1);
  });

  test("disabling ends the sessions of that person alone, and a sign-in does not undo it", async () => {
    const ann = await signIn("ann");
    const bob = await signIn("bob");
    await openSession("a1", ann.id);
    await openSession("b1", bob.id);
    await store.people.change(ann.id, { disabledAt: 5 });
    expect((await store.sessions.list({ limit: 10 })).map(({ hash }) => hash)).toEqual(["b1"]);
    expect((await signIn("ann", { role: "admin" })).disabledAt).toBe(5);
    expect((await store.people.find(ann.id))?.role).toBe("member");
  });

  test("of two instances one takes each renewal that is due", async () => {
    for (const subject of ["ann", "bob", "cid"]) await makeDue(await signIn(subject));
    const due = { checkedBefore: store.now() - 1_000, limit: 10 };
    const taken = (await Promise.all([store.people.takeDue(due), other.people.takeDue(due)])).flat();
    expect(taken.map(({ subject }) => subject).sort()).toEqual(["ann", "bob", "cid"]);
    expect(await store.people.takeDue(due)).toEqual([]);
  });

  test("a refusal of an older token does not end a newer sign-in", async () => {
    const before = await signIn("ann");
    await store.people.signIn({ ...before, sealedRefresh: "newer" });
    await openSession("a1", before.id);
    expect(await store.people.end(before)).toBe(false);
    expect(await store.people.renew(before, { ...facts(before), sealedRefresh: "x" })).toBeUndefined();
    const now = (await store.people.find(before.id)) as NonNullable<Awaited<ReturnType<Store["people"]["find"]>>>;
    expect(await store.people.end(now)).toBe(true);
    expect(await store.sessions.list({ limit: 10 })).toEqual([]);
    expect(await store.people.find(before.id)).toMatchObject({ endedAt: expect.any(Number), sealedRefresh: null });
  });

  test("a change of rights counts as one of keys, and a renewal without one does not", async () => {
    const person = await signIn("ann");
    const version = async () => (await other.readVersions()).keys;
    const before = await version();
    await store.people.renew(person, { ...facts(person), sealedRefresh: "next" });
    await store.people.touch(person.id);
    expect(await version()).toBe(before);
    await store.people.change(person.id, { disabledAt: 1 });
    expect(await version()).not.toBe(before);
  });

  test("sessions are found by the beginning of their hash, and end by the provider's session", async () => {
    await openSession("abcd1", "key_1");
    await store.sessions.create({ hash: "abff2", keyId: "key_1", createdAt: 1, expiresAt: store.now() + FAR });
    await store.sessions.create({
      ...{ hash: "ff", keyId: "p", createdAt: 1, expiresAt: store.now() + FAR, providerSession: "sid" },
    });
    expect((await store.sessions.findByPrefix("abcd"))?.hash).toBe("abcd1");
    expect(await store.sessions.findByPrefix("abce")).toBeUndefined();
    await store.sessions.removeAll({ providerSession: "sid" });
    expect((await store.sessions.list({ limit: 10 })).map(({ hash }) => hash)).toEqual(["abcd1", "abff2"]);
  });

  const makeDue = ({ id }: { id: string }) => store.people.makeDue(id);
});

function facts({ name, email, role, team }: Awaited<ReturnType<Store["people"]["signIn"]>>["person"]) {
  return { name, email, role, team };
}
