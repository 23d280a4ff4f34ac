/** Prompts in the store: versions that never overwrite each other, labels, who sees them, and the quota. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NO_QUOTAS } from "#lib/config/quotas.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { PromptViewer } from "#lib/store/prompts/prompt-record.ts";
import type { Store } from "#lib/store/store.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();
const version = (text: string) => ({ definition: JSON.stringify({ text }), note: "", authorId: "a", authorName: "A" });
const viewer = (owner: string, fields: Partial<PromptViewer> = {}): PromptViewer => ({
  owner,
  seesAll: false,
  ...fields,
});

describe.each(databases)("on $name", ({ create }) => {
  let database: TestDatabase;
  let store: Store;
  /** Another instance. */
  let other: Store;
  beforeEach(async () => {
    database = await create();
    const quotas = { ...NO_QUOTAS, prompts: { count: 3, bytes: 10_000 } };
    store = await openStore({ ...database.options, quotas });
    other = await openStore({ ...database.options, quotas });
  });
  afterEach(async () => {
    await Promise.all([store.close(), other.close()]);
    await database.remove();
  });

  const add = (
    keyId: string,
    name: string,
    fields: { id?: string; visibility?: "team" | "everyone"; team?: string } = {},
  ) =>
    store.prompts.create(
      { keyId, id: `pmpt_${keyId}_${name}`, name, description: "", visibility: "private", team: null, ...fields },
      version("one"),
    );

  test("of two versions on the same base one is added, and both names of the base stay", async () => {
    await add("a", "one");
    const of = { keyId: "a", id: "pmpt_a_one" };
    const added = await Promise.all(
      [store, other].map((at, index) => at.prompts.addVersion(of, { base: 1, ...version(`second ${index}`) })),
    );
    expect(added.toSorted()).toEqual([2, undefined]);
    expect(await store.prompts.listVersions(of, { limit: 10 })).toMatchObject([{ version: 2 }, { version: 1 }]);
    expect(await store.prompts.listVersions(of, { limit: 10, before: 2 })).toMatchObject([{ version: 1 }]);
    expect((await store.prompts.findVersion(of, 1))?.definition).toBe('{"text":"one"}');
    expect((await store.prompts.find(viewer("a"), { id: of.id }))?.latestVersion).toBe(2);
  });

  test("labels move, are removed, and go with their prompt", async () => {
    await add("a", "one");
    const of = { keyId: "a", id: "pmpt_a_one" };
    await store.prompts.addVersion(of, { base: 1, ...version("two") });
    await store.prompts.setLabel(of, "production", 1);
    await other.prompts.setLabel(of, "production", 2);
    await store.prompts.setLabel(of, "beta", 2);
    const find = () => store.prompts.find(viewer("a"), { name: "one" });
    expect((await find())?.labels).toEqual({ beta: 2, production: 2 });
    expect(await store.prompts.removeLabel(of, "beta")).toBe(true);
    expect(await store.prompts.removeLabel(of, "beta")).toBe(false);
    await store.prompts.remove(of);
    expect(await find()).toBeUndefined();
    await add("a", "one");
    expect((await find())?.labels).toEqual({});
  });

  test("a name and an id are unique for their owner only, and one's own comes first", async () => {
    await add("a", "shared", { id: "pmpt_x", visibility: "everyone" });
    expect(await add("b", "shared", { id: "pmpt_x" })).toBeUndefined();
    expect(await add("b", "shared", { id: "pmpt_y" })).toBe("name");
    expect(await add("b", "other", { id: "pmpt_x" })).toBe("id");
    expect((await store.prompts.find(viewer("b"), { id: "pmpt_x" }))?.keyId).toBe("b");
    expect((await store.prompts.find(viewer("c"), { name: "shared" }))?.keyId).toBe("a");
    expect(await store.prompts.change({ keyId: "b", id: "pmpt_x" }, { name: "shared" })).toBe(true);
    await add("b", "third");
    expect(await store.prompts.change({ keyId: "b", id: "pmpt_b_third" }, { name: "shared" })).toBe(false);
  });

  test("a private prompt is its owner's, a team's that of its group", async () => {
    await add("a", "own");
    await add("b", "team", { visibility: "team", team: "blue" });
    await add("c", "all", { visibility: "everyone" });
    const names = async (of: PromptViewer) =>
      (await store.prompts.list({ viewer: of, limit: 10 })).map(({ name }) => name).toSorted();
    expect(await names(viewer("a"))).toEqual(["all", "own"]);
    expect(await names(viewer("d", { team: "blue" }))).toEqual(["all", "team"]);
    expect(await names(viewer("d", { team: "red" }))).toEqual(["all"]);
    expect(await names(viewer("admin", { seesAll: true }))).toEqual(["all", "own", "team"]);
    expect(await store.prompts.find(viewer("d"), { name: "own" })).toBeUndefined();
  });

  test("lists page by page, and finds text with the signs of patterns", async () => {
    for (const name of ["one", "two_x", "three"]) await add("a", name);
    const list = (fields: object) => store.prompts.list({ viewer: viewer("a"), limit: 2, ...fields });
    const [first, second] = await list({});
    const rest = await list({ after: second });
    expect([first, second, ...rest].map((prompt) => prompt?.name).toSorted()).toEqual(["one", "three", "two_x"]);
    expect((await list({ search: "O_X" })).map(({ name }) => name)).toEqual(["two_x"]);
  });

  test("the quota bounds prompts and the bytes of their versions, and removal frees both", async () => {
    for (const name of ["one", "two", "three"]) await add("a", name);
    await expect(add("a", "four")).rejects.toMatchObject({ status: 507 });
    const of = { keyId: "a", id: "pmpt_a_one" };
    await expect(store.prompts.addVersion(of, { base: 1, ...version("x".repeat(10_000)) })).rejects.toMatchObject({
      status: 507,
    });
    expect((await store.prompts.find(viewer("a"), { name: "one" }))?.latestVersion).toBe(1);
    await store.prompts.remove(of);
    expect(await add("a", "four")).toBeUndefined();
    expect((await store.storage.measure()).kinds.prompts.items).toBe(3);
  });

  test("each change is counted for the caches of instances", async () => {
    const of = { keyId: "a", id: "pmpt_a_one" };
    const changes: (() => Promise<unknown>)[] = [
      () => add("a", "one"),
      () => store.prompts.addVersion(of, { base: 1, ...version("two") }),
      () => store.prompts.setLabel(of, "beta", 1),
      () => store.prompts.removeLabel(of, "beta"),
      () => store.prompts.change(of, { description: "x" }),
      () => store.prompts.remove(of),
    ];
    for (const change of changes) {
      const before = (await other.readVersions()).prompts ?? 0;
      await change();
      expect((await other.readVersions()).prompts).toBeGreaterThan(before);
    }
  });
});
