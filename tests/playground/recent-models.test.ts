import { beforeEach, expect, test, vi } from "vitest";
import type { Model } from "#lib/playground/models.ts";
import { noteChosenModel, RECENT, readRecentModels, withRecentModels } from "#lib/playground/recent-models.ts";

const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
});

const group = (upstream: string, count: number) => ({
  upstream,
  models: Array.from(
    { length: count },
    (_, index): Model => ({ id: `${upstream}/${index}`, name: String(index), upstream }),
  ),
});
const idsOf = (groups: { upstream: string; models: Model[] }[]) =>
  groups.map(({ upstream, models }) => [upstream, models.map(({ id }) => id)]);

test("what was chosen last comes first, once", () => {
  for (const id of ["a/1", "b/1", "a/1"]) noteChosenModel(id);
  expect(readRecentModels()).toEqual(["a/1", "b/1"]);
  for (let index = 0; index < 60; index++) noteChosenModel(`c/${index}`);
  expect(readRecentModels()).toHaveLength(24);
  expect(readRecentModels()[0]).toBe("c/59");
});

test("what another program wrote there is no list of models", () => {
  storage.set("parlance.recent-models", "{");
  expect(readRecentModels()).toEqual([]);
});

test("recent models move into a group of their own in front of a long list", () => {
  const groups = withRecentModels([group("a", 1), group("b", 20)], ["b/3", "gone/1", "a/0"]);
  expect(idsOf(groups).slice(0, 1)).toEqual([[RECENT, ["b/3", "a/0"]]]);
  expect(groups.map(({ upstream }) => upstream)).toEqual([RECENT, "b"]);
  expect(groups[1]?.models).toHaveLength(19);
});

test("a short list, and one of which nothing was chosen, stay as they are", () => {
  expect(idsOf(withRecentModels([group("a", 3)], ["a/1"]))).toEqual(idsOf([group("a", 3)]));
  expect(idsOf(withRecentModels([group("a", 30)], ["x/1"]))).toEqual(idsOf([group("a", 30)]));
});
