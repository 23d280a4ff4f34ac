/** Data that keys stored before they were revoked or expired. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ENDED_KEY_MS } from "#lib/store/ended-keys.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();
const PROMPT = { definition: "{}", note: "", authorId: "a", authorName: "A" };
const TEXT = { page: "chat", title: "T", folder: "", tags: null, content: "{}", searchWords: "" };

describe.each(databases)("on $name", ({ create }) => {
  let database: TestDatabase;
  let store: Store;
  beforeEach(async () => {
    database = await create();
    store = await openStore(database.options);
  });
  afterEach(async () => {
    await store.close();
    await database.remove();
  });

  async function fill(keyId: string): Promise<void> {
    await store.conversations.write({ keyId, id: "c" }, { ...TEXT, kind: "conversation" }, 0);
    await store.conversations.write({ keyId, id: "p" }, { ...TEXT, kind: "preset" }, 0);
    for (const visibility of ["private", "everyone"] as const)
      await store.prompts.create(
        { keyId, id: `${keyId}_${visibility}`, name: visibility, description: "", visibility, team: null },
        PROMPT,
      );
  }

  /** Everything that an owner has stored. */
  async function listOf(keyId: string): Promise<string[]> {
    const changes = await store.conversations.listChanges({ keyId, since: 0, limit: 200 });
    const viewer = { owner: keyId, seesAll: true };
    const prompts = await store.prompts.list({ viewer, limit: 200 });
    const own = prompts.filter((prompt) => prompt.keyId === keyId).map(({ visibility }) => visibility);
    return [...changes.map(({ id }) => id), ...own].toSorted();
  }

  const ALL = ["c", "everyone", "p", "private"];
  const endKey = (id: string, column: "revoked_at" | "expires_at", age: number) =>
    database.execute(`update api_keys set ${column} = ${Date.now() - age} where id = '${id}'`);

  test("is removed when its time is over, but for prompts of others and data of a person", async () => {
    const keyOf = async (name: string, personId?: string) =>
      (await store.keys.create({ name, ...(personId && { personId }) })).record.id;
    const [revoked, expired, recent, active] = await Promise.all(["a", "b", "c", "d"].map((name) => keyOf(name)));
    const personal = await keyOf("e", "person_1");
    const ids = [revoked, expired, recent, active, personal, "person_1", "admin"].map(String);
    for (const id of ids) await fill(id);
    await endKey(String(revoked), "revoked_at", ENDED_KEY_MS + 60_000);
    await endKey(String(expired), "expires_at", ENDED_KEY_MS + 60_000);
    await endKey(String(recent), "revoked_at", ENDED_KEY_MS - 60_000);
    await endKey(personal, "revoked_at", ENDED_KEY_MS + 60_000);
    await store.close();
    store = await openStore(database.options);
    for (const id of [revoked, expired])
      await vi.waitFor(async () => expect(await listOf(String(id))).toEqual(["everyone"]), { timeout: 10_000 });
    for (const id of [recent, active, personal, "person_1", "admin"])
      expect(await listOf(String(id)), String(id)).toEqual(ALL);
    const left = await database.execute(
      `select kind, items from storage_use where key_id = '${revoked}' and items > 0`,
    );
    expect(left.map(({ kind }) => kind)).toEqual(["prompts"]);
  });

  test("is removed in batches", async () => {
    const { record } = await store.keys.create({ name: "many" });
    for (let index = 0; index < 120; index += 1)
      await store.conversations.write({ keyId: record.id, id: `c${index}` }, { ...TEXT, kind: "conversation" }, 0);
    await endKey(record.id, "revoked_at", ENDED_KEY_MS + 60_000);
    await store.close();
    store = await openStore(database.options);
    await vi.waitFor(async () => expect(await listOf(record.id)).toEqual([]), { timeout: 10_000 });
  });
});
