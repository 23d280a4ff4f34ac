/** Rows of video tasks, on every database. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import type { VideoTaskEnd } from "#lib/store/video-task.ts";
import { recentRows } from "../support/recent-rows.ts";
import { videoTask } from "../support/video-task.ts";
import { requestLogRow } from "./request-log-row.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();

const SINCE = { idempotentSince: 0 };
const END: VideoTaskEnd = { state: "completed", progress: 100, completedAt: 5, expiresAt: 10, outputs: '["a"]' };

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

  const claimed = async (key: string, by = "me") => {
    const task = await store.videoTasks.find(key);
    const claim = task && (await store.videoTasks.claim(task, { by, leaseMs: 1_000 }));
    if (!claim) throw new Error(`${key} was not claimed`);
    return claim;
  };

  test("a task is read back unchanged until it is removed", async () => {
    const task = videoTask({ idempotencyKey: "once", requestHash: "h", remixedFrom: "r" });
    expect(await store.videoTasks.create(task, SINCE)).toBeUndefined();
    expect(await store.videoTasks.find(task.key)).toEqual(task);
    expect(await store.videoTasks.remove(task.key)).toEqual(task);
    expect(await store.videoTasks.find(task.key)).toBeUndefined();
    expect(await store.videoTasks.remove(task.key)).toBeUndefined();
  });

  test("an idempotency key creates one task per owner, until it expires", async () => {
    const { videoTasks } = store;
    await videoTasks.create(videoTask({ key: "a", idempotencyKey: "k", createdAt: 10 }), SINCE);
    const again = await videoTasks.create(videoTask({ key: "b", idempotencyKey: "k", createdAt: 20 }), SINCE);
    expect(again?.key).toBe("a");
    expect(await videoTasks.find("b")).toBeUndefined();
    const other = videoTask({ key: "c", keyId: "key_2", idempotencyKey: "k" });
    expect(await videoTasks.create(other, SINCE)).toBeUndefined();
    const later = await videoTasks.create(videoTask({ key: "d", idempotencyKey: "k" }), { idempotentSince: 11 });
    expect(later).toBeUndefined();
    expect((await videoTasks.findByIdempotencyKey({ keyId: "key_1", idempotencyKey: "k", since: 11 }))?.key).toBe("d");
    expect(await videoTasks.find("a")).toMatchObject({ idempotencyKey: null });
    for (const key of ["e", "f"]) expect(await videoTasks.create(videoTask({ key }), SINCE)).toBeUndefined();
  });

  test("one of many concurrent requests with the same key creates the task", async () => {
    const keys = ["a", "b", "c", "d", "e"];
    const made = await Promise.all(
      keys.map((key) => store.videoTasks.create(videoTask({ key, idempotencyKey: "k" }), SINCE)),
    );
    expect(made.filter((existing) => existing === undefined)).toHaveLength(1);
    expect(await store.videoTasks.list({ order: "asc", limit: 10 })).toHaveLength(1);
  });

  test("lists are sorted by time, then by key, and continue from any task in either direction", async () => {
    for (const [key, createdAt, keyId] of [
      ["a", 1, "key_1"],
      ["c", 2, "key_1"],
      ["b", 2, "key_1"],
      ["d", 3, "key_2"],
    ] as const) {
      await store.videoTasks.create(videoTask({ key, createdAt, keyId }), SINCE);
    }
    const keys = async (query: object) =>
      (await store.videoTasks.list({ order: "desc", limit: 10, ...query })).map(({ key }) => key).join("");
    expect(await keys({})).toBe("dcba");
    expect(await keys({ keyId: "key_1" })).toBe("cba");
    expect(await keys({ after: { key: "c", createdAt: 2 }, limit: 1 })).toBe("b");
    expect(await keys({ order: "asc", after: { key: "b", createdAt: 2 } })).toBe("cd");
  });

  test("one process runs a task: another one cannot claim it, change it or end it", async () => {
    const { videoTasks } = store;
    await videoTasks.create(videoTask({ key: "a" }), SINCE);
    const read = await videoTasks.find("a");
    expect(read && (await videoTasks.claim(read, { by: "me", leaseMs: 1_000 }))).toEqual({ by: "me", fence: 1 });
    expect(read && (await videoTasks.claim(read, { by: "you", leaseMs: 1_000 })), "it was read before").toBeUndefined();
    expect(await videoTasks.update("a", { by: "you", fence: 1 }, { progress: 5 })).toBe(false);
    const asOther = { claim: { by: "you", fence: 1 }, logRow: requestLogRow() };
    expect(await videoTasks.finish("a", END, asOther)).toBe(false);
    await videoTasks.renewClaims("me", 60_000);
    const [unfinished] = await videoTasks.unfinished({ of: "sandbox", limit: 1 });
    expect(unfinished).toMatchObject({ claimedBy: "me", state: "queued" });
    expect(unfinished?.claimLeftMs).toBeGreaterThan(50_000);
    await videoTasks.releaseClaims("me");
    expect(await videoTasks.find("a")).toMatchObject({ claimedBy: null, claimedUntil: 0 });
    expect(await claimed("a", "you")).toEqual({ by: "you", fence: 2 });
  });

  test("a worker whose task was taken over cannot change it, even when the task came back to its instance", async () => {
    const { videoTasks } = store;
    await videoTasks.create(videoTask({ key: "a" }), SINCE);
    const paused = await claimed("a", "me");
    await claimed("a", "you");
    const again = await claimed("a", "me");
    expect(await videoTasks.update("a", paused, { progress: 90, state: "failed" })).toBe(false);
    expect(await videoTasks.finish("a", END, { claim: paused, logRow: requestLogRow() })).toBe(false);
    expect(await videoTasks.find("a")).toMatchObject({ progress: 0, state: "queued" });
    expect(await videoTasks.finish("a", END, { claim: again, logRow: requestLogRow() })).toBe(true);
  });

  test.each([-5_000, 5_000, 3_600_000])("a clock that is %i ms wrong changes no claim", async (skew) => {
    const { videoTasks } = store;
    await videoTasks.create(videoTask({ key: "a" }), SINCE);
    const now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => now + skew);
    await claimed("a");
    vi.restoreAllMocks();
    const [unfinished] = await videoTasks.unfinished({ of: "sandbox", limit: 1 });
    expect(Math.abs((unfinished?.claimLeftMs ?? 0) - 1_000)).toBeLessThan(900);
    vi.spyOn(Date, "now").mockImplementation(() => now + skew);
    const [read] = await videoTasks.unfinished({ of: "sandbox", limit: 1 });
    expect(Math.abs((read?.claimLeftMs ?? 0) - 1_000)).toBeLessThan(900);
  });

  test("progress never falls", async () => {
    await store.videoTasks.create(videoTask({ key: "a" }), SINCE);
    const claim = await claimed("a");
    await store.videoTasks.update("a", claim, { progress: 40, state: "in_progress", startedAt: 3 });
    await store.videoTasks.update("a", claim, { progress: 10, reference: "upstream-1", attempts: 2 });
    expect(await store.videoTasks.find("a")).toMatchObject({
      progress: 40,
      state: "in_progress",
      startedAt: 3,
      reference: "upstream-1",
      attempts: 2,
    });
  });

  test("a task ends once, and is in the request log once", async () => {
    const { videoTasks } = store;
    await videoTasks.create(videoTask({ key: "a" }), SINCE);
    const claim = await claimed("a");
    const logRow = requestLogRow({ id: "video_a", videoSeconds: 8 });
    const ends = await Promise.all([
      videoTasks.finish("a", END, { claim, logRow }),
      videoTasks.finish("a", END, { claim, logRow: { ...logRow, time: logRow.time + 1 } }),
    ]);
    expect(ends.filter(Boolean)).toHaveLength(1);
    expect(await videoTasks.find("a")).toMatchObject({ ...END, claimedBy: null });
    expect(await recentRows(store, 5)).toMatchObject([{ id: "video_a", videoSeconds: 8 }]);
    expect(await videoTasks.update("a", claim, { progress: 5 })).toBe(false);
    expect(await videoTasks.unfinished({ of: "sandbox", limit: 10 })).toEqual([]);
  });

  test("a task whose log row cannot be written has not ended", async () => {
    await store.videoTasks.create(videoTask({ key: "a" }), SINCE);
    const claim = await claimed("a");
    const logRow = requestLogRow({ id: "video_a" });
    await store.videoTasks.create(videoTask({ key: "b" }), SINCE);
    await store.videoTasks.finish("b", END, { claim: await claimed("b"), logRow });
    await expect(store.videoTasks.finish("a", END, { claim, logRow })).rejects.toThrow();
    expect(await store.videoTasks.find("a")).toMatchObject({ state: "queued", completedAt: null });
  });

  test("unfinished tasks are listed oldest first; tasks that ended long ago are removed", async () => {
    const { videoTasks } = store;
    await videoTasks.create(videoTask({ key: "b", createdAt: 2 }), SINCE);
    await videoTasks.create(videoTask({ key: "a", createdAt: 3 }), SINCE);
    await videoTasks.create(videoTask({ key: "c", createdAt: 1, state: "completed", completedAt: 5 }), SINCE);
    await videoTasks.create(videoTask({ key: "d", createdAt: 0, upstream: "veo", keyId: "key_2" }), SINCE);
    const unfinished = async (query: { of: string } | { notOf: string }) =>
      (await videoTasks.unfinished({ ...query, limit: 10 })).map(({ key }) => key).join("");
    expect(await unfinished({ of: "sandbox" })).toBe("ba");
    expect(await unfinished({ notOf: "sandbox" })).toBe("d");
    expect(await videoTasks.countUnfinished("key_1")).toBe(2);
    expect(await videoTasks.removeEndedBefore(5)).toEqual([]);
    expect((await videoTasks.removeEndedBefore(6)).map(({ key }) => key)).toEqual(["c"]);
    expect(await videoTasks.list({ order: "asc", limit: 10 })).toHaveLength(3);
  });
});
