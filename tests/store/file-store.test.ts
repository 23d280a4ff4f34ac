/** Rows of uploaded files and of uploads under way, on every database. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import type { FileRecord, Store, UploadRecord } from "#lib/store/store.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();

const file = (fields: Partial<FileRecord>): FileRecord => ({
  id: "a",
  keyId: "key_1",
  filename: "a.txt",
  displayName: null,
  mediaType: "text/plain",
  // More than 32 bits.
  bytes: 5_000_000_000,
  sha256: "00",
  purpose: null,
  createdAt: 1,
  expiresAt: null,
  ...fields,
});
const upload = (fields: Partial<UploadRecord>): UploadRecord => ({
  id: "u",
  keyId: "key_1",
  filename: "u.txt",
  displayName: "U",
  mediaType: null,
  expectedBytes: null,
  receivedBytes: 0,
  reservedBytes: 0,
  createdAt: 1,
  expiresAt: Date.now() + 60_000,
  ...fields,
});

describe.each(databases)("the store on $name", ({ create }) => {
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

  test("a file is read back unchanged until it is removed", async () => {
    const written = file({ displayName: "Ä", purpose: "batch", expiresAt: Date.now() + 60_000 });
    await store.files.create(written);
    expect(await store.files.find("a")).toEqual(written);
    expect(await store.files.remove("a")).toBe(true);
    expect(await store.files.remove("a")).toBe(false);
    expect(await store.files.find("a")).toBeUndefined();
  });

  test("lists are sorted by time, then by id, and continue from any file in either direction", async () => {
    for (const [id, createdAt] of [
      ["a", 2],
      ["b", 1],
      ["c", 2],
      ["d", 3],
    ] as const) {
      await store.files.create(file({ id, createdAt }));
    }
    const ids = async (query: Partial<Parameters<Store["files"]["list"]>[0]>) =>
      (await store.files.list({ order: "asc", limit: 10, ...query })).map(({ id }) => id).join("");
    expect(await ids({})).toBe("bacd");
    expect(await ids({ order: "desc" })).toBe("dcab");
    expect(await ids({ after: { id: "a", createdAt: 2 } })).toBe("cd");
    expect(await ids({ order: "desc", after: { id: "c", createdAt: 2 } })).toBe("ab");
    expect(await ids({ limit: 2 })).toBe("ba");
    expect(await ids({ ids: ["d", "b", "x"] })).toBe("bd");
  });

  test("lists have one key's files, of one purpose, that have not expired", async () => {
    await store.files.create(file({ id: "a", purpose: "batch" }));
    await store.files.create(file({ id: "b", keyId: "key_2", purpose: "batch" }));
    await store.files.create(file({ id: "c", expiresAt: Date.now() - 1 }));
    const list = async (query: object) =>
      (await store.files.list({ order: "asc", limit: 10, ...query })).map(({ id }) => id);
    expect(await list({})).toEqual(["a", "b"]);
    expect(await list({ keyId: "key_1" })).toEqual(["a"]);
    expect(await list({ purpose: "batch", keyId: "key_2" })).toEqual(["b"]);
    expect(await list({ purpose: "vision" })).toEqual([]);
    expect(await store.files.find("c")).toBeUndefined();
    expect(await store.files.removeExpired(Date.now(), async () => {})).toEqual(["c"]);
    expect(await store.files.removeExpired(Date.now(), async () => {})).toEqual([]);
  });

  test("an upload has one writer at a time, until it is released or the claim expires", async () => {
    await store.uploads.create(upload({}));
    const { uploads } = store;
    const [now, until] = [1_000, 2_000];
    const expiresAt = Date.now() + 7_200_000;
    const writers = ["a", "b", "c", "d", "e"];
    const claims = await Promise.all(writers.map((by) => uploads.claim("u", { by, now, until })));
    expect(claims.filter(Boolean)).toHaveLength(1);
    const by = writers[claims.indexOf(true)] ?? "";
    await uploads.release("u", { by, receivedBytes: 7 });
    expect(await uploads.find("u")).toEqual(upload({ receivedBytes: 7, expiresAt: expect.any(Number) }));
    expect(await uploads.renewClaim("u", { by, until, expiresAt }), "it was released").toBe(false);
    expect(await uploads.claim("u", { by: "x", now, until })).toBe(true);
    expect(await uploads.renewClaim("u", { by: "x", until: 3_000, expiresAt })).toBe(true);
    expect(await uploads.claim("u", { by: "y", now: 2_500, until: 4_000 })).toBe(false);
    expect(await uploads.claim("u", { by: "y", now: 3_500, until: 4_000 })).toBe(true);
    expect(await uploads.renewClaim("u", { by: "x", until: 9_000, expiresAt }), "it is another writer's").toBe(false);
    await uploads.release("u", { by: "x", receivedBytes: 1 });
    expect(await uploads.find("u"), "nothing of another writer is released").toMatchObject({
      receivedBytes: 7,
      expiresAt,
    });
    expect(await uploads.claim("u", { by: "z", now: 3_600, until: 5_000 })).toBe(false);
    expect(await uploads.claim("unknown", { by: "z", now, until })).toBe(false);
  });

  test("an upload expires", async () => {
    await store.uploads.create(upload({ expiresAt: Date.now() - 1 }));
    expect(await store.uploads.find("u")).toBeUndefined();
    expect(await store.uploads.removeExpired(Date.now(), async () => {})).toEqual(["u"]);
  });
});
