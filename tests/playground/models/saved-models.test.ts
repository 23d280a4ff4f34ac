import { beforeEach, expect, test, vi } from "vitest";
import {
  pinnedModels,
  recentModels,
  recordChosenModel,
  togglePinnedModel,
} from "#lib/playground/models/saved-models.ts";

const storage = new Map<string, string>();
let tab: EventTarget;
beforeEach(() => {
  storage.clear();
  tab = new EventTarget();
  vi.stubGlobal("addEventListener", tab.addEventListener.bind(tab));
  vi.stubGlobal("removeEventListener", tab.removeEventListener.bind(tab));
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
});

test("lists the last chosen model first, once", () => {
  for (const id of ["a/1", "b/1", "a/1"]) recordChosenModel(id);
  expect(recentModels.get()).toEqual(["a/1", "b/1"]);
  for (let index = 0; index < 60; index++) recordChosenModel(`c/${index}`);
  expect(recentModels.get()).toHaveLength(24);
  expect(recentModels.get()[0]).toBe("c/59");
});

test("pins and unpins a model without reordering the others", () => {
  for (const id of ["a", "b", "c", "b"]) togglePinnedModel(id);
  expect(pinnedModels.get()).toEqual(["a", "c"]);
  expect(pinnedModels.get()).toBe(pinnedModels.get());
});

test("ignores invalid stored values and forbidden storage", () => {
  storage.set("parlance.recent-models", "{");
  storage.set("parlance.pinned-models", '["a", 7]');
  expect([recentModels.get(), pinnedModels.get()]).toEqual([[], ["a"]]);
  vi.stubGlobal("localStorage", undefined);
  recordChosenModel("a");
  expect(recentModels.get()).toEqual([]);
});

test("reports changes of this tab and of other tabs", () => {
  const told = vi.fn();
  const leave = pinnedModels.subscribe(told);
  togglePinnedModel("a");
  expect(told).toHaveBeenCalledTimes(1);
  storage.set("parlance.pinned-models", '["b"]');
  tab.dispatchEvent(Object.assign(new Event("storage"), { key: "parlance.pinned-models" }));
  tab.dispatchEvent(Object.assign(new Event("storage"), { key: "another" }));
  expect(told).toHaveBeenCalledTimes(2);
  expect(pinnedModels.get()).toEqual(["b"]);
  leave();
  togglePinnedModel("c");
  expect(told).toHaveBeenCalledTimes(2);
});
