/** Measuring what is stored, and removing what is old, on both databases. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { requestLogRow } from "./request-log-row.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const DAY_MS = 86_400_000;
const NOW = Date.now();
const OLD = NOW - 40 * DAY_MS;

const file = (id: string, bytes: number, keyId = "key_1", createdAt = NOW) => ({
  ...{ id, keyId, filename: "a", displayName: null, mediaType: "text/plain", bytes, sha256: "", purpose: null },
  ...{ createdAt, expiresAt: null },
});

describe.each(await startTestDatabases())("on $name", ({ name, create }) => {
  let database: TestDatabase;
  let store: Store;
  beforeEach(async () => {
    database = await create();
    store = await openStore({ ...database.options, log: () => {} });
  });
  afterEach(async () => {
    await store.close();
    await database.remove();
  });

  it("sums up each kind, and names the keys with most", async () => {
    for (const [index, bytes] of [5, 4, 3, 2, 1, 6].entries())
      await store.files.create(file(`f${index}`, bytes, `k${index}`));
    await store.files.create(file("old", 10, "k0", OLD));
    await store.shares.create({
      id: "s",
      keyId: "k1",
      kind: "link",
      payload: "abcd",
      isPublic: 0,
      createdAt: OLD,
      expiresAt: NOW + DAY_MS,
    });
    for (const time of [OLD, NOW]) store.requestLog.append(requestLogRow({ id: `r${time}`, time }));
    await store.flush();
    const measure = await store.storage.measure();
    expect(measure.engine).toBe(name === "SQLite" ? "sqlite" : "postgres");
    expect(measure.bytes).toBeGreaterThan(50_000);
    expect(measure.kinds.files).toEqual({ items: 7, bytes: 31, oldest_at: OLD });
    expect(measure.kinds.shares).toEqual({ items: 1, bytes: 4, oldest_at: OLD });
    expect(measure.kinds.requests).toMatchObject({ items: 2, oldest_at: OLD });
    expect(measure.kinds.requests.bytes).toBeGreaterThan(0);
    expect(measure.kinds.videos).toEqual({ items: 0, bytes: 0, oldest_at: null });
    expect(measure.kinds.sessions).toEqual({ items: 0, bytes: null, oldest_at: null });
    expect(measure.owners.filter(({ kind }) => kind === "files")).toEqual([
      { kind: "files", keyId: "k0", items: 2, bytes: 15 },
      { kind: "files", keyId: "k5", items: 1, bytes: 6 },
      { kind: "files", keyId: "k1", items: 1, bytes: 4 },
      { kind: "files", keyId: "k2", items: 1, bytes: 3 },
      { kind: "files", keyId: "k3", items: 1, bytes: 2 },
    ]);
  });

  it("counts what is old of every kind", async () => {
    await store.files.create(file("old", 10, "k0", OLD));
    await store.files.create(file("new", 3));
    const before = NOW - 30 * DAY_MS;
    expect(await store.storage.count("files", before)).toEqual({ items: 1, bytes: 10, oldest_at: OLD });
    for (const kind of ["requests", "images", "videos", "responses", "shares"] as const) {
      expect(await store.storage.count(kind, before)).toEqual({ items: 0, bytes: 0, oldest_at: null });
    }
  });

  it("removes old shares and rows of the log, and no others", async () => {
    const share = { keyId: "k1", kind: "link" as const, payload: "abcd", isPublic: 0, expiresAt: NOW + DAY_MS };
    await store.shares.create({ ...share, id: "old", createdAt: OLD });
    await store.shares.create({ ...share, id: "new", createdAt: NOW });
    for (const time of [OLD, NOW]) store.requestLog.append(requestLogRow({ id: `r${time}`, time }));
    await store.flush();
    const { signal } = new AbortController();
    await store.storage.removeShares(NOW - DAY_MS, signal);
    await store.storage.removeRequests(NOW - DAY_MS, signal);
    expect(await store.shares.find("old")).toBeUndefined();
    expect(await store.shares.find("new")).toBeDefined();
    const { rows } = await store.requestLog.list({ limit: 10 });
    expect(rows.map(({ id }) => id)).toEqual([`r${NOW}`]);
  });

  it("ends the life of old assets of one kind", async () => {
    const asset = { keyId: "k1", mediaType: "image/png", bytes: 5, expiresAt: NOW + DAY_MS };
    await store.assets.create({ ...asset, id: "old", kind: "images", createdAt: OLD });
    await store.assets.create({ ...asset, id: "new", kind: "images", createdAt: NOW });
    await store.assets.create({ ...asset, id: "other", kind: "videos", createdAt: OLD });
    await store.assets.expireBefore("images", NOW - DAY_MS);
    const found = await Promise.all(
      ["old", "new", "other"].map(async (id) => (await store.assets.find(id)) !== undefined),
    );
    expect(found).toEqual([false, true, true]);
  });
});
