/** Conversations in the store: writers that never overwrite each other, search, changes in order, trash and quota. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NO_QUOTAS } from "#lib/config/quotas.ts";
import { listWords } from "#lib/gateway/endpoints/conversations/list-words.ts";
import type { ConversationContent } from "#lib/store/conversations/conversation-record.ts";
import { TOMBSTONE_LIMITS } from "#lib/store/conversations/tombstones.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();
const DAY = 86_400_000;

const contentOf = (title: string, fields: Partial<ConversationContent> = {}): ConversationContent => ({
  ...{ kind: "conversation", page: "chat", title, folder: "", tags: null },
  content: JSON.stringify({ title }),
  searchWords: listWords([title]).join(" "),
  ...fields,
});

describe.each(databases)("on $name", ({ create }) => {
  let database: TestDatabase;
  let store: Store;
  /** Another instance. */
  let other: Store;
  beforeEach(async () => {
    database = await create();
    const quotas = {
      ...NO_QUOTAS,
      conversations: { count: 30, bytes: 100_000 },
      presets: { count: 3, bytes: 100_000 },
    };
    store = await openStore({ ...database.options, quotas });
    other = await openStore({ ...database.options, quotas });
  });
  afterEach(async () => {
    await Promise.all([store.close(), other.close()]);
    await database.remove();
  });

  const write = (id: string, title: string, base = 0, fields: Partial<ConversationContent> = {}, at = store) =>
    at.conversations.write({ keyId: "a", id }, contentOf(title, fields), base);
  const titles = async (query: object = {}, keyId = "a") =>
    (await store.conversations.list({ keyId, kind: "conversation", isTrashed: false, limit: 50, ...query })).map(
      ({ title }) => title,
    );
  const search = (text: string, keyId = "a") => titles({ words: listWords([text]) }, keyId);

  test("of eight writers on one revision one succeeds, on two instances", async () => {
    await write("x", "first");
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => write("x", `second ${index}`, 1, {}, index % 2 === 0 ? store : other)),
    );
    expect(results.filter((result) => result === "changed")).toHaveLength(7);
    expect(await store.conversations.find({ keyId: "a", id: "x" })).toMatchObject({ revision: 2 });
    expect(await write("x", "new again")).toBe("changed");
    expect(await write("none", "replaced", 3)).toBe("missing");
  });

  test("of eight creators one succeeds, and owners may use the same id", async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => write("x", `mine ${index}`, 0, {}, index % 2 === 0 ? store : other)),
    );
    expect(results.filter((result) => typeof result === "object")).toHaveLength(1);
    await store.conversations.write({ keyId: "b", id: "x" }, contentOf("theirs"), 0);
    expect(await titles({}, "b")).toEqual(["theirs"]);
    expect((await titles())[0]).toMatch(/^mine/);
  });

  test("changes of concurrent writers come once and in order", async () => {
    const seen: string[] = [];
    let since = 0;
    const writers = Promise.all(
      Array.from({ length: 20 }, (_, index) => write(`x${index}`, `t${index}`, 0, {}, index % 2 === 0 ? store : other)),
    );
    let isDone = false;
    void writers.finally(() => {
      isDone = true;
    });
    for (let last = false; !last; ) {
      last = isDone;
      for (const { id, changeNumber } of await store.conversations.listChanges({ keyId: "a", since, limit: 3 })) {
        expect(changeNumber).toBeGreaterThan(since);
        since = changeNumber;
        seen.push(id);
        last = false;
      }
    }
    expect(seen.toSorted()).toEqual(Array.from({ length: 20 }, (_, index) => `x${index}`).toSorted());
    await store.conversations.trash({ keyId: "a", id: "x3" }, DAY);
    expect(await store.conversations.listChanges({ keyId: "a", since, limit: 9 })).toMatchObject([
      { id: "x3", revision: 2, deletedAt: expect.any(Number) },
    ]);
  });

  test("finds words by their beginnings, without accents, in any script, of this owner alone", async () => {
    await write("1", "Über die Alpen nach Genf");
    await write("2", "Recipe for crème brûlée, v2.1");
    await write("3", "東京 の 天気");
    await write("4", 'It\'s 100% "quoted" & -- odd * (text)');
    await store.conversations.write({ keyId: "b", id: "1" }, contentOf("Alpen of another"), 0);
    expect(await search("alp")).toEqual(["Über die Alpen nach Genf"]);
    expect(await search("UBER genf")).toEqual(["Über die Alpen nach Genf"]);
    expect(await search("creme brulee v2")).toEqual(["Recipe for crème brûlée, v2.1"]);
    expect(await search("東京")).toEqual(["東京 の 天気"]);
    expect(await search("quoted text 100")).toHaveLength(1);
    expect(await search("alpen quoted")).toEqual([]);
    expect(await search("\"'*() -- &|!:")).toEqual([]);
    expect(await search("alpen", "b")).toEqual(["Alpen of another"]);
    await write("1", "Nothing of it", 1);
    expect(await search("alpen")).toEqual([]);
    expect(await search("nothing")).toEqual(["Nothing of it"]);
  });

  test("pages by the last change, and filters by folder and tag", async () => {
    for (let index = 0; index < 7; index += 1)
      await write(`x${index}`, `t${index}`, 0, {
        folder: index > 4 ? "Work" : "",
        tags: index === 6 ? ",50%_a,b," : null,
      });
    const page = (after?: object) =>
      store.conversations.list({
        keyId: "a",
        kind: "conversation",
        isTrashed: false,
        limit: 3,
        ...(after ? { after } : {}),
      } as never);
    const first = await page();
    const second = await page(first.at(-1));
    const third = await page(second.at(-1));
    expect(new Set([...first, ...second, ...third].map(({ id }) => id)).size).toBe(7);
    expect((await titles({ folder: "Work" })).toSorted()).toEqual(["t5", "t6"]);
    expect(await titles({ tag: "50%_a" })).toEqual(["t6"]);
    expect(await titles({ tag: "50%%a" })).toEqual([]);
  });

  test("the trash restores, ends, and empties itself", async () => {
    const key = { keyId: "a", id: "x" };
    await write("x", "one");
    expect(await store.conversations.remove(key)).toBe(false);
    expect(await store.conversations.trash(key, DAY)).toMatchObject({ revision: 2 });
    expect(await store.conversations.trash(key, DAY)).toBeUndefined();
    expect(await titles()).toEqual([]);
    expect(await titles({ isTrashed: true })).toEqual(["one"]);
    expect(await store.conversations.change(key, { title: "no" }, 2)).toBe("changed");
    expect(await store.conversations.restore(key)).toMatchObject({ deletedAt: null, revision: 3 });
    expect(await store.conversations.restore(key)).toBeUndefined();
    await store.conversations.trash(key, DAY);
    // A write takes it from the trash.
    expect(await write("x", "two", 4)).toMatchObject({ deletedAt: null, purgeAt: null });
    await store.conversations.trash(key, DAY);
    await store.conversations.removePurged();
    expect(await titles({ isTrashed: true })).toEqual(["two"]);
    await store.conversations.restore(key);
    await store.conversations.trash(key, -1);
    await store.conversations.removePurged();
    expect(await store.conversations.find(key)).toBeUndefined();
    expect(await search("two")).toEqual([]);
  });

  test("one that was removed for good leaves a tombstone, until it is written anew", async () => {
    const keys = ["x", "y", "z"].map((id) => ({ keyId: "a", id }));
    for (const { id } of keys) await write(id, id);
    await store.conversations.write({ keyId: "b", id: "x" }, contentOf("theirs"), 0);
    const listRemoved = async (since = 0, limit = 9) =>
      (await store.conversations.listRemoved({ keyId: "a", since, limit })).map(({ id }) => id);
    const trashed = [];
    for (const key of keys) trashed.push(await store.conversations.trash(key, -1));
    expect(await store.conversations.remove({ keyId: "a", id: "y" })).toBe(true);
    expect(await listRemoved()).toEqual(["y"]);
    await other.conversations.removePurged();
    expect(await listRemoved()).toEqual(["x", "y", "z"]);
    expect(await listRemoved(0, 2)).toEqual(["x", "y"]);
    // A device that knows of the move to the trash needs no tombstone.
    expect(await listRemoved(trashed[1]?.changeNumber)).toEqual(["z"]);
    expect(await store.conversations.listRemoved({ keyId: "b", since: 0, limit: 9 })).toEqual([]);
    expect(await write("y", "again", 2)).toBe("removed");
    expect(await write("none", "again", 2)).toBe("missing");
    expect(await write("y", "again")).toMatchObject({ revision: 1 });
    expect(await listRemoved()).toEqual(["x", "z"]);
    expect(await store.conversations.listChanges({ keyId: "a", since: 0, limit: 9 })).toMatchObject([{ id: "y" }]);
  });

  test("tombstones end with their year, and the oldest make room", async () => {
    const { countPerOwner, days } = TOMBSTONE_LIMITS;
    const count = async (where = "true") => {
      const [row] = await database.execute(`select count(*) as rows from conversation_tombstones where ${where}`);
      return Number(row?.rows);
    };
    await database.execute(`insert into conversation_tombstones (key_id, id, kind, page, change_number, removed_at)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${countPerOwner})
      select 'a', 'old' || n, 'conversation', 'chat', n - ${countPerOwner}, ${Date.now()} from numbers`);
    const key = { keyId: "a", id: "x" };
    await write("x", "x");
    await store.conversations.trash(key, DAY);
    await store.conversations.remove(key);
    expect(await count()).toBe(countPerOwner);
    expect(await count("id in ('old1', 'x')")).toBe(1);
    const old = Date.now() - (days + 1) * DAY;
    await database.execute(`update conversation_tombstones set removed_at = ${old} where id = 'old2'`);
    await store.conversations.removePurged();
    expect(await count("id in ('old2', 'old3')")).toBe(1);
  });

  test("presets are in the changes, the trash and the quota, apart from conversations", async () => {
    await write("c", "a conversation");
    await write("p", "a preset", 0, { kind: "preset" });
    expect(await titles()).toEqual(["a conversation"]);
    expect(await titles({ kind: "preset" })).toEqual(["a preset"]);
    expect(await store.conversations.listChanges({ keyId: "a", since: 0, limit: 9 })).toMatchObject([
      { id: "c", kind: "conversation" },
      { id: "p", kind: "preset" },
    ]);
    expect(await write("p", "late", 3, { kind: "preset" })).toBe("changed");
    await store.conversations.trash({ keyId: "a", id: "p" }, -1);
    expect(await titles({ kind: "preset", isTrashed: true })).toEqual(["a preset"]);
    await other.conversations.removePurged();
    expect(await store.conversations.listRemoved({ keyId: "a", since: 0, limit: 9 })).toMatchObject([
      { id: "p", kind: "preset", page: "chat" },
    ]);
    for (const id of ["p1", "p2", "p3"]) await write(id, "t", 0, { kind: "preset" });
    await expect(write("p4", "t", 0, { kind: "preset" })).rejects.toMatchObject({
      status: 507,
      message: expect.stringMatching(/^This key already has 3 presets, .*`quotas\.presets`\.$/),
    });
    expect(await write("c2", "another conversation")).toMatchObject({ kind: "conversation" });
    expect(await write("c2", "t", 1, { kind: "preset" }).catch((error) => error.status)).toBe(507);
  });

  test("writes beyond the quota change nothing, and a smaller one fits again", async () => {
    const large = (letter: string) => ({ content: JSON.stringify({ text: letter.repeat(60_000) }) });
    await write("x", "one", 0, large("a"));
    await expect(write("y", "two", 0, large("b"))).rejects.toMatchObject({ status: 507 });
    await write("y", "two");
    await expect(write("y", "two", 1, large("c"))).rejects.toMatchObject({ status: 507 });
    expect(await store.conversations.find({ keyId: "a", id: "y" })).toMatchObject({ revision: 1 });
    await write("x", "one", 1);
    expect(await write("y", "two", 1, large("c"))).toMatchObject({ revision: 2 });
  });
});
