/** Stored responses: found at once and after a restart, by their owner only, by id and by the ids of their items. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import type { StoredResponse } from "#lib/store/stored-response.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();
const HOUR = 3_600_000;
const RUNNING = { aliveAt: 1, runBy: "me", fence: 1, job: "{}" };
const HELD = { runBy: "me", fence: 1 };

function response(id: string, changes: Partial<StoredResponse> = {}): StoredResponse {
  const createdAt = Date.now();
  return {
    id,
    keyId: "key_a",
    previousId: null,
    createdAt,
    expiresAt: createdAt + HOUR,
    aliveAt: null,
    runBy: null,
    fence: 0,
    job: null,
    response: `{"id":"${id}"}`,
    input: "[]",
    ...changes,
  };
}

describe.each(databases)("responses in $name", ({ create }) => {
  let database: TestDatabase;
  let store: Store;
  const reopen = async () => {
    await store.close();
    store = await openStore(database.options);
  };
  beforeEach(async () => {
    database = await create();
    store = await openStore(database.options);
  });
  afterEach(async () => {
    await store.close();
    await database.remove();
  });

  it.each([
    ["at once", async () => {}],
    ["after a restart", reopen],
  ])("are found by their owner only, %s", async (_, between) => {
    const saved = response("resp_1");
    await store.responses.create(saved, ["msg_1"]);
    await between();
    expect(await store.responses.find({ id: "resp_1", keyId: "key_a" })).toEqual(saved);
    expect(await store.responses.find({ id: "resp_1", keyId: "key_b" })).toBeUndefined();
    expect(await store.responses.findByItems({ itemIds: ["msg_1", "msg_9"], keyId: "key_a" })).toEqual([saved]);
    expect(await store.responses.findByItems({ itemIds: ["msg_1"], keyId: "key_b" })).toEqual([]);
  });

  it("are updated, and items belong to the last response that has them", async () => {
    const first = response("resp_1", RUNNING);
    await store.responses.create(first, ["msg_1"]);
    const newer = { response: '{"status":"completed"}' };
    const other = response("resp_2");
    expect(await store.responses.update(first, HELD, { to: newer, itemIds: ["msg_1"] })).toBe(true);
    await store.responses.create(other, ["msg_1", "msg_1"]);
    expect(await store.responses.find({ id: "resp_1", keyId: "key_a" })).toMatchObject({
      aliveAt: null,
      runBy: null,
      job: null,
      ...newer,
    });
    expect(await store.responses.findByItems({ itemIds: ["msg_1"], keyId: "key_a" })).toEqual([other]);
  });

  it.each([
    ["under way", () => {}],
    ["written", (writing: Promise<void>) => writing],
  ])("are removed while %s, once and by their owner", async (_, between) => {
    const writing = store.responses.create(response("resp_1"), ["msg_1"]);
    await between(writing);
    expect(await store.responses.remove({ id: "resp_1", keyId: "key_b" })).toBe(false);
    expect(await store.responses.remove({ id: "resp_1", keyId: "key_a" })).toBe(true);
    expect(await store.responses.remove({ id: "resp_1", keyId: "key_a" })).toBe(false);
    await reopen();
    expect(await store.responses.find({ id: "resp_1", keyId: "key_a" })).toBeUndefined();
    expect(await store.responses.findByItems({ itemIds: ["msg_1"], keyId: "key_a" })).toEqual([]);
  });

  it("that were removed are not restored by an update", async () => {
    await store.responses.create(response("resp_1", RUNNING), []);
    await store.responses.remove({ id: "resp_1", keyId: "key_a" });
    const change = { to: { response: "{}" }, itemIds: ["msg_1"] };
    expect(await store.responses.update(response("resp_1"), HELD, change)).toBe(false);
    expect(await store.responses.find({ id: "resp_1", keyId: "key_a" })).toBeUndefined();
  });

  it("are not found when expired, and removed at the next start", async () => {
    await store.responses.create(response("resp_1", { expiresAt: Date.now() - 1 }), ["msg_1"]);
    await reopen();
    expect(await store.responses.find({ id: "resp_1", keyId: "key_a" })).toBeUndefined();
    expect(await database.execute("select * from responses")).toEqual([]);
    expect(await database.execute("select * from response_items")).toEqual([]);
  });

  const OWNER = { id: "resp_1", keyId: "key_a" };
  const listLost = () => store.responses.listRunning({ notBy: "you", limit: 10 });

  it("record that they run, and only while they do", async () => {
    await store.responses.create(response("resp_1", RUNNING), []);
    await store.responses.create(response("resp_2"), []);
    expect(await store.responses.renew(["resp_1", "resp_2", "resp_3"], "you")).toEqual([]);
    expect(await store.responses.renew(["resp_1", "resp_2", "resp_3"], "me")).toEqual(["resp_1"]);
    const [running, ...others] = await listLost();
    expect([running, others]).toMatchObject([{ id: "resp_1", runBy: "me", fence: 1 }, []]);
    expect(Math.abs(running?.silentMs ?? HOUR)).toBeLessThan(10_000);
    expect(await store.responses.find({ id: "resp_2", keyId: "key_a" })).toMatchObject({ aliveAt: null });
  });

  it("are claimed once, and written by the last instance that claimed them only", async () => {
    await store.responses.create(response("resp_1", RUNNING), []);
    const [lost] = await listLost();
    if (!lost) throw new Error("none was lost");
    const [taken, late] = [await store.responses.claim(lost, "you"), await store.responses.claim(lost, "them")];
    expect(taken).toMatchObject({ runBy: "you", fence: 2, job: "{}" });
    expect(late).toBeUndefined();
    const to = { response: '{"status":"completed"}' };
    expect(await store.responses.update(lostOwner, HELD, { to }), "it was paused meanwhile").toBe(false);
    expect(await store.responses.renew(["resp_1"], "me")).toEqual([]);
    expect(await store.responses.update(lostOwner, { runBy: "you", fence: 2 }, { to: { job: "sent" } })).toBe(true);
    expect(await store.responses.find(OWNER)).toMatchObject({ job: "sent", runBy: "you" });
    expect(await store.responses.update(lostOwner, { runBy: "you", fence: 2 }, { to })).toBe(true);
    expect(await store.responses.update(lostOwner, { runBy: "you", fence: 2 }, { to }), "it has ended").toBe(false);
    expect(await listLost()).toEqual([]);
  });

  it("are released to all others at once", async () => {
    await store.responses.create(response("resp_1", RUNNING), []);
    await store.responses.release(["resp_1"], "you");
    expect((await listLost())[0]?.runBy).toBe("me");
    await store.responses.release(["resp_1"], "me");
    const [released] = await store.responses.listRunning({ notBy: "me", limit: 10 });
    expect(released).toMatchObject({ runBy: null, fence: 1 });
    expect(released?.silentMs).toBeGreaterThan(HOUR);
    expect(await store.responses.update(lostOwner, HELD, { to: { job: "sent" } })).toBe(false);
  });

  it("are ended by any instance, once", async () => {
    await store.responses.create(response("resp_1", RUNNING), []);
    expect(await store.responses.end(OWNER, '{"status":"cancelled"}')).toBe(true);
    expect(await store.responses.end(OWNER, '{"status":"cancelled"}')).toBe(false);
    const to = { response: '{"status":"completed"}' };
    expect(await store.responses.update(lostOwner, HELD, { to })).toBe(false);
    expect(await store.responses.find(OWNER)).toMatchObject({ response: '{"status":"cancelled"}', aliveAt: null });
  });
});

const lostOwner = response("resp_1");
