import { describe, expect, test, vi } from "vitest";
import { createPictureStore } from "#app/(playground)/images/_model/picture-store.ts";
import type { ImageHistory } from "#lib/playground/images/image-history.ts";
import { chooseLimits, planEviction } from "#lib/playground/images/plan-eviction.ts";

const use = (sha256: string, usedAt: number, size = 10) => ({ sha256, size, usedAt });
const nothing = new Set<string>();

describe("which pictures make room", () => {
  test("none while there is room", () => {
    const uses = [use("a", 1), use("b", 2)];
    expect(planEviction({ uses, kept: nothing, limits: { bytes: 20, count: 2 } })).toEqual([]);
  });

  test("the least recently used first, until the store is a little emptier than full", () => {
    const uses = [use("new", 9), use("old", 1), use("middle", 5), ...[6, 7, 8].map((at) => use(`n${at}`, at))];
    expect(planEviction({ uses, kept: nothing, limits: { bytes: 50, count: 99 } })).toEqual(["old", "middle"]);
    expect(planEviction({ uses, kept: nothing, limits: { bytes: 999, count: 5 } })).toEqual(["old", "middle"]);
  });

  test("never evicts protected images", () => {
    const uses = [use("pinned", 1), use("shown", 2), use("other", 3)];
    const kept = new Set(["pinned", "shown"]);
    expect(planEviction({ uses, kept, limits: { bytes: 5, count: 1 } })).toEqual(["other"]);
  });

  test("evicts as much as the browser needs, even within its own limits", () => {
    const uses = [use("a", 1), use("b", 2), use("c", 3)];
    expect(planEviction({ uses, kept: nothing, limits: { bytes: 999, count: 99 }, needed: 15 })).toEqual(["a", "b"]);
  });

  test("limits storage by the browser's quota, to at most 1 GB", () => {
    expect(chooseLimits({ quota: 100 }).bytes).toBe(40);
    expect(chooseLimits({ quota: 1e12 })).toEqual({ bytes: 1e9, count: 500 });
    expect(chooseLimits({}).bytes).toBe(1e9);
  });
});

describe("the store of pictures", () => {
  const full = new DOMException("no", "QuotaExceededError");

  function store({ uses = [use("old", 1)], kept = nothing, refusals = [] as Error[] } = {}) {
    const history = {
      listUses: async () => uses,
      dropBlobs: vi.fn(async () => {}),
      loadBlob: async () => undefined,
      saveBlob: vi.fn(async () => {
        const refusal = refusals.shift();
        if (refusal) throw refusal;
      }),
    };
    const told = { onEvicted: vi.fn(), onUnsaved: vi.fn(), onUse: vi.fn() };
    const describeStore = () => ({ kept, thumbnails: new Set(["thumb"]) });
    const estimate = async () => ({ quota: 100 });
    const pictures = createPictureStore({
      history: history as unknown as ImageHistory,
      describe: describeStore,
      estimate,
      ...told,
    });
    return { pictures, history, ...told };
  }

  test("evicts and reports old images when the browser is full, and stores the new one", async () => {
    const { pictures, history, onEvicted, onUnsaved } = store({ refusals: [full] });
    await pictures.save("new", new Blob(["x"]));
    expect(history.dropBlobs).toHaveBeenCalledWith(["old"]);
    expect(onEvicted).toHaveBeenCalledWith(new Set(["old"]));
    expect(history.saveBlob).toHaveBeenCalledTimes(2);
    expect(onUnsaved).not.toHaveBeenCalled();
  });

  test("keeps the new image in memory and reports it when nothing can be evicted", async () => {
    const { pictures, history, onUnsaved } = store({ kept: new Set(["old"]), refusals: [full, full] });
    const bytes = new Blob(["x"]);
    await pictures.save("new", bytes);
    expect(history.dropBlobs).not.toHaveBeenCalled();
    expect(onUnsaved).toHaveBeenCalledWith("new", "full");
    expect(await pictures.load("new")).toBe(bytes);
  });

  test("distinguishes a browser that forbids storage from a full one", async () => {
    const { pictures, onUnsaved } = store({ refusals: [new DOMException("no", "InvalidStateError")] });
    await pictures.save("new", new Blob(["x"]));
    expect(onUnsaved).toHaveBeenCalledWith("new", "refused");
  });

  test("keeps thumbnails, which do not count", async () => {
    const { pictures, history, onUse } = store({ uses: [use("thumb", 1, 99), use("a", 2)] });
    await pictures.tidy();
    expect(history.dropBlobs).not.toHaveBeenCalled();
    expect(onUse).toHaveBeenCalledWith({ count: 1, bytes: 10, limit: 40 });
  });

  test("does not evict one new image for another", async () => {
    const uses = [use("first", 9, 30)];
    const { pictures, history, onUnsaved } = store({ uses, refusals: [] });
    await pictures.save("first", new Blob(["x"]));
    history.saveBlob.mockRejectedValueOnce(full);
    await pictures.save("second", new Blob(["x"]));
    expect(history.dropBlobs).not.toHaveBeenCalled();
    expect(onUnsaved).toHaveBeenCalledWith("second", "full");
  });
});
