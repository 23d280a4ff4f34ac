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

  test("never what is kept, however old, and however full the store is", () => {
    const uses = [use("pinned", 1), use("shown", 2), use("other", 3)];
    const kept = new Set(["pinned", "shown"]);
    expect(planEviction({ uses, kept, limits: { bytes: 5, count: 1 } })).toEqual(["other"]);
  });

  test("as much as the browser lacks, though its own bounds would allow more", () => {
    const uses = [use("a", 1), use("b", 2), use("c", 3)];
    expect(planEviction({ uses, kept: nothing, limits: { bytes: 999, count: 99 }, needed: 15 })).toEqual(["a", "b"]);
  });

  test("the bounds follow the browser's quota, and end at a gigabyte", () => {
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

  test("when the browser says that it is full, old pictures go, are named, and the new one is kept", async () => {
    const { pictures, history, onEvicted, onUnsaved } = store({ refusals: [full] });
    await pictures.save("new", new Blob(["x"]));
    expect(history.dropBlobs).toHaveBeenCalledWith(["old"]);
    expect(onEvicted).toHaveBeenCalledWith(new Set(["old"]));
    expect(history.saveBlob).toHaveBeenCalledTimes(2);
    expect(onUnsaved).not.toHaveBeenCalled();
  });

  test("when nothing may go, the new one lives in memory, and that is told", async () => {
    const { pictures, history, onUnsaved } = store({ kept: new Set(["old"]), refusals: [full, full] });
    const bytes = new Blob(["x"]);
    await pictures.save("new", bytes);
    expect(history.dropBlobs).not.toHaveBeenCalled();
    expect(onUnsaved).toHaveBeenCalledWith("new", "full");
    expect(await pictures.load("new")).toBe(bytes);
  });

  test("a browser that keeps nothing is told apart from one that is full", async () => {
    const { pictures, onUnsaved } = store({ refusals: [new DOMException("no", "InvalidStateError")] });
    await pictures.save("new", new Blob(["x"]));
    expect(onUnsaved).toHaveBeenCalledWith("new", "refused");
  });

  test("small copies for lists do not count, and stay", async () => {
    const { pictures, history, onUse } = store({ uses: [use("thumb", 1, 99), use("a", 2)] });
    await pictures.tidy();
    expect(history.dropBlobs).not.toHaveBeenCalled();
    expect(onUse).toHaveBeenCalledWith({ count: 1, bytes: 10, limit: 40 });
  });

  test("the first of several new pictures does not make room for the last", async () => {
    const uses = [use("first", 9, 30)];
    const { pictures, history, onUnsaved } = store({ uses, refusals: [] });
    await pictures.save("first", new Blob(["x"]));
    history.saveBlob.mockRejectedValueOnce(full);
    await pictures.save("second", new Blob(["x"]));
    expect(history.dropBlobs).not.toHaveBeenCalled();
    expect(onUnsaved).toHaveBeenCalledWith("second", "full");
  });
});
