/** Stored responses: found at once and after a restart, by their owner only, by id and by the ids of their items. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import type { Store, StoredResponse } from "#lib/store/store.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();
const HOUR = 3_600_000;

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
    void store.responses.create(response("resp_1", { aliveAt: 1, runBy: "instance" }), ["msg_1"]);
    const newer = response("resp_1", { response: '{"status":"completed"}' });
    const other = response("resp_2");
    void store.responses.update(newer, ["msg_1"]);
    await store.responses.create(other, ["msg_1", "msg_1"]);
    expect(await store.responses.find({ id: "resp_1", keyId: "key_a" })).toMatchObject({
      aliveAt: null,
      runBy: null,
      response: newer.response,
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
    await store.responses.create(response("resp_1"), []);
    await store.responses.remove({ id: "resp_1", keyId: "key_a" });
    await store.responses.update(response("resp_1"), []);
    expect(await store.responses.find({ id: "resp_1", keyId: "key_a" })).toBeUndefined();
  });

  it("are not found when expired, and removed at the next start", async () => {
    await store.responses.create(response("resp_1", { expiresAt: Date.now() - 1 }), ["msg_1"]);
    await reopen();
    expect(await store.responses.find({ id: "resp_1", keyId: "key_a" })).toBeUndefined();
    expect(await database.execute("select * from responses")).toEqual([]);
    expect(await database.execute("select * from response_items")).toEqual([]);
  });

  it("record that they run, and only while they do", async () => {
    await store.responses.create(response("resp_1", { aliveAt: 1 }), []);
    await store.responses.create(response("resp_2"), []);
    await store.responses.noteAlive(["resp_1", "resp_2"], 1_000);
    expect(await store.responses.find({ id: "resp_1", keyId: "key_a" })).toMatchObject({ aliveAt: 1_000 });
    expect(await store.responses.find({ id: "resp_2", keyId: "key_a" })).toMatchObject({ aliveAt: null });
  });
});
