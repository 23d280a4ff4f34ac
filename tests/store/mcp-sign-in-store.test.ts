/** Sign-ins to MCP servers in the store, on SQLite and Postgres, with two instances on one database. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { McpSignInRecord } from "#lib/store/mcp-sign-ins/mcp-sign-in-record.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();

describe.each(databases)("sign-ins to MCP servers on $name", ({ create }) => {
  let database: TestDatabase;
  let store: Store;
  let other: Store;

  beforeEach(async () => {
    database = await create();
    store = await openStore(database.options);
    other = await openStore(database.options);
  });
  afterEach(async () => {
    await store.close();
    await other.close();
    await database.remove();
  });

  const of = { ownerId: "a", serverId: "https://mcp.example.com/mcp" };
  const pending = (stateHash: string, pendingUntil = store.now() + 60_000) => ({
    ...{ stateHash, sealedPending: `sealed ${stateHash}`, pendingUntil },
  });
  const find = async (owner = of) => (await store.mcpSignIns.find(owner)) as McpSignInRecord;

  test("a sign-in under way is taken once, by one instance, and in its time", async () => {
    await store.mcpSignIns.begin(of, pending("one"));
    const taken = await Promise.all([store, other].map((at) => at.mcpSignIns.take("one")));
    expect(taken.filter(Boolean)).toMatchObject([{ ...of, sealedPending: "sealed one", version: 0 }]);
    expect(await find()).toMatchObject({ stateHash: null, sealedPending: null, pendingUntil: null });
    await store.mcpSignIns.begin(of, pending("late", store.now() - 1));
    expect(await store.mcpSignIns.take("late")).toBeUndefined();
    await store.mcpSignIns.begin(of, pending("two"));
    expect(await store.mcpSignIns.take("late")).toBeUndefined();
    expect(await store.mcpSignIns.take("two")).toBeDefined();
  });

  test("one instance renews, and an older record changes nothing", async () => {
    await store.mcpSignIns.begin(of, pending("one"));
    expect(await store.mcpSignIns.grant(of, "first")).toBe(true);
    const record = await find();
    const claims = await Promise.all([store, other].map((at) => at.mcpSignIns.claim(record, 60_000)));
    expect(claims.toSorted()).toEqual([false, true]);
    await store.mcpSignIns.release(record);
    expect(await other.mcpSignIns.claim(record, 60_000)).toBe(true);
    expect(await other.mcpSignIns.replace(record, "second")).toBe(true);
    expect(await store.mcpSignIns.replace(record, "third")).toBe(false);
    expect(await store.mcpSignIns.remove(record)).toBe(false);
    expect(await find()).toMatchObject({ sealedGrant: "second", renewingUntil: 0 });
    expect(await store.mcpSignIns.remove(await find())).toBe(true);
    expect(await store.mcpSignIns.grant(of, "fourth")).toBe(false);
  });

  test("an owner has 50 of them at most, and unused ones are removed", async () => {
    for (let index = 0; index < 53; index++)
      await store.mcpSignIns.begin({ ownerId: "a", serverId: `s${index}` }, pending(`${index}`));
    const [{ amount } = { amount: 0 }] = await database.execute("select count(*) as amount from mcp_sign_ins");
    expect(Number(amount)).toBe(50);
    expect(await find({ ownerId: "a", serverId: "s52" })).toBeDefined();
    await store.mcpSignIns.removeUnused(store.now() + 1_000);
    expect(await find({ ownerId: "a", serverId: "s52" })).toBeUndefined();
  });

  test("they go with their key, and with a person and the person's keys", async () => {
    const facts = { name: "Ada", email: null, role: "member" as const, team: null, sealedRefresh: "r" };
    const { person } = await store.people.signIn({ issuer: "i", subject: "ada", ...facts });
    const { record: own } = await store.keys.create({ name: "own", personId: person.id });
    const { record: key } = await store.keys.create({ name: "key" });
    const owners = [person.id, own.id, key.id].map((ownerId) => ({ ...of, ownerId }));
    for (const owner of owners) await store.mcpSignIns.begin(owner, pending(owner.ownerId));
    await store.people.change(person.id, { disabledAt: store.now() });
    expect(await Promise.all(owners.map(async (owner) => (await find(owner)) !== undefined))).toEqual([
      false,
      false,
      true,
    ]);
    await store.keys.revoke(key.id);
    expect(await find(owners[2])).toBeUndefined();
  });
});
