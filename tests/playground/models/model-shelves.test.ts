import { expect, test } from "vitest";
import { BEHAVIOURS, PINNED, RECENT, readTypedId, shelveModels } from "#lib/playground/models/model-shelves.ts";
import type { Model } from "#lib/playground/models/models.ts";

const models = (upstream: string, count: number): Model[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${upstream}/${index}`, name: `Model ${index}`, upstream }));
const idsOf = (...shelving: Parameters<typeof shelveModels>) =>
  shelveModels(...shelving).map((shelf) => [shelf.name, shelf.models.map(({ id }) => id)]);

test("lists pinned models first, in the order of pinning, and only once", () => {
  const listed = [...models("a", 2), ...models("b", 2)];
  expect(idsOf(listed, { pinned: ["b/1", "gone/1", "a/0"] })).toEqual([
    [PINNED, ["b/1", "a/0"]],
    ["a", ["a/1"]],
    ["b", ["b/0"]],
  ]);
});

test("lists recent models of a long list after the pinned ones", () => {
  const long = [...models("a", 1), ...models("b", 20)];
  const shelves = shelveModels(long, { pinned: ["b/9"], recent: ["b/9", "b/3", "gone/1", "a/0"] });
  expect(shelves.map(({ name }) => name)).toEqual([PINNED, RECENT, "b"]);
  expect(shelves[1]?.models.map(({ id }) => id)).toEqual(["b/3", "a/0"]);
  expect(shelves[2]?.models).toHaveLength(18);
});

test("keeps the order of a short list and of search results, except for pins", () => {
  expect(idsOf(models("a", 3), { recent: ["a/1"] })).toEqual([["a", ["a/0", "a/1", "a/2"]]]);
  const long = models("a", 20);
  expect(idsOf(long, { query: "model 1", pinned: ["a/11"], recent: ["a/12"] })[0]).toEqual([PINNED, ["a/11"]]);
  expect(idsOf(long, { query: "model 1", recent: ["a/12"] }).map(([name]) => name)).toEqual(["a"]);
});

test("lists an unavailable upstream with its reason", () => {
  const unavailable = [
    { upstream: "a", message: "Key refused." },
    { upstream: "gone", message: "No answer." },
  ];
  const problems = (query: string) =>
    shelveModels([...models("a", 1), ...models("b", 1)], { query, unavailable }).map(({ name, problem }) => [
      name,
      problem,
    ]);
  expect(problems("")).toEqual([
    ["a", "Key refused."],
    ["b", undefined],
    ["gone", "No answer."],
  ]);
  expect(problems("gone")).toEqual([["gone", "No answer."]]);
  expect(problems("model")).toEqual([
    ["a", "Key refused."],
    ["b", undefined],
  ]);
});

test("lists models that test a client apart, unless they are pinned", () => {
  const ids = ["guide", "fault-429", "slow-2000", "garbage", "cut-5", "long-1", "echo"];
  const sandbox = ids.map((id) => ({ id: `sandbox/${id}`, name: id, upstream: "sandbox" }));
  expect(idsOf(sandbox, { pinned: ["sandbox/long-1"] })).toEqual([
    [PINNED, ["sandbox/long-1"]],
    ["sandbox", ["sandbox/guide", "sandbox/echo"]],
    [BEHAVIOURS, ["sandbox/fault-429", "sandbox/slow-2000", "sandbox/garbage", "sandbox/cut-5"]],
  ]);
  expect(idsOf([{ id: "other/fault-429", name: "x", upstream: "other" }], {})).toEqual([
    ["other", ["other/fault-429"]],
  ]);
});

test("reads a model ID from a search, unless it has spaces or is listed", () => {
  const listed = models("a", 1);
  expect(["openai/gpt-6", " gpt-6 ", "two words", "", "a/0"].map((query) => readTypedId(query, listed))).toEqual([
    "openai/gpt-6",
    "gpt-6",
    undefined,
    undefined,
    undefined,
  ]);
});
