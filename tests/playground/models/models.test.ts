/** Which models which pages offer. */
import { expect, it, test } from "vitest";
import { describePrices } from "#lib/playground/models/cost.ts";
import {
  isOffline,
  isTextModel,
  isVideoModel,
  listUpstreams,
  type Model,
  readModels,
  searchModels,
} from "#lib/playground/models/models.ts";

const model = (capabilities?: Model["capabilities"]): Model => ({
  id: "m",
  name: "M",
  upstream: "u",
  ...(capabilities ? { capabilities } : {}),
});

it.each([
  [undefined, true],
  [{ tools: true, images: false, videos: false }, true],
  [{ images: true }, false],
  [{ videos: true }, false],
])("classifies a model with %j as a text model: %s", (capabilities, expected) => {
  expect(isTextModel(model(capabilities))).toBe(expected);
});

it("recognises a video model by its capabilities", () => {
  expect(isVideoModel(model({ videos: true }))).toBe(true);
  expect(isVideoModel(model({ images: true }))).toBe(false);
  expect(isVideoModel(model())).toBe(false);
});

test("counts upstreams without aliases, and lists unavailable ones last with their reason", () => {
  const { models, unavailable } = readModels({
    data: [
      { id: "fast", owned_by: "alias" },
      { id: "down/cached", owned_by: "down" },
      { id: "a/one", owned_by: "a" },
      { id: "a/two", owned_by: "a" },
    ],
    unavailable: [
      { upstream: "down", message: "No answer." },
      { upstream: "gone", message: "Key refused." },
    ],
  });
  const upstreams = listUpstreams({ models, unavailable });
  expect(upstreams).toEqual([
    { upstream: "a", count: 2 },
    { upstream: "down", count: 1, problem: "No answer." },
    { upstream: "gone", count: 0, problem: "Key refused." },
  ]);
  expect(isOffline(upstreams)).toBe(false);
  expect(isOffline([{ upstream: "sandbox", count: 9 }])).toBe(true);
});

test("reads and describes prices per unit, beside and without a price of tokens", () => {
  const { models } = readModels({
    data: [
      { id: "a/paint", pricing: { per_image: 0.04 } },
      { id: "a/both", pricing: { input: 1, output: 2, per_request: 0.0000005 } },
      { id: "a/film", pricing: { per_second: 0.5, per_character: 0.001 } },
      { id: "a/words", pricing: { input: 1.25, output: 10 } },
      { id: "a/unknown" },
    ],
  });
  expect(models.map(describePrices)).toEqual([
    "$0.04 per image",
    "$1 / $2, $0.0000005 per request",
    "$0.5 per second, $0.001 per character",
    "$1.25 / $10",
    undefined,
  ]);
  expect(models.map(({ price }) => price?.input)).toEqual([undefined, 1, undefined, 1.25, undefined]);
});

test("searches models by name, capability, price and context length", () => {
  const { models } = readModels({
    data: [
      { id: "a/small", pricing: { input: 0.25, output: 2 }, capabilities: { vision: true } },
      {
        id: "a/large",
        pricing: { input: 5, output: 25 },
        capabilities: { vision: true, images: true },
        context_window: 200_000,
      },
      { id: "b/unpriced", capabilities: { vision: true } },
      { id: "b/words", pricing: { input: 0, output: 0 } },
    ],
  });
  const found = (query: string) => searchModels(models, query).flatMap((group) => group.models.map(({ id }) => id));
  expect(found("vision")).toEqual(["a/small", "a/large", "b/unpriced"]);
  expect(found("<$1")).toEqual(["a/small", "b/words"]);
  expect(found("vision <$0.3")).toEqual(["a/small"]);
  expect(found("<$")).toEqual([]);
  expect(found(">100k")).toEqual(["a/large"]);
  expect(found(">1m")).toEqual([]);
  expect(found("image")).toEqual(["a/large"]);
  expect(found("text")).toEqual(["a/small", "b/unpriced"]);
});

test("a search finds a model before the routes whose descriptions name it", () => {
  const { models } = readModels({
    data: [
      { id: "fast", owned_by: "route", description: "Route over a/echo, a/other." },
      { id: "a/other", description: "Not an echo." },
      { id: "a/echo" },
    ],
  });
  const found = searchModels(models, "echo").flatMap((group) => group.models.map(({ id }) => id));
  expect(found).toEqual(["a/echo", "a/other", "fast"]);
});
