import { expect, it } from "vitest";
import {
  arrangeModels,
  getErrorRate,
  listProviderIds,
  type Sort,
} from "#app/(playground)/models/_model/arrange-models.ts";
import { findPage } from "#lib/playground/models/find-page.ts";
import type { Model } from "#lib/playground/models/models.ts";

const MODELS: Model[] = [
  {
    ...{ id: "b/large", name: "Large", upstream: "b", contextWindow: 200_000, capabilities: { vision: true } },
    price: { input: 5, output: 20 },
  },
  { id: "a/small", name: "Small", upstream: "a", price: { input: 1, output: 2 }, retiresAt: "2027-01-01T00:00:00Z" },
  { id: "fast", name: "fast", upstream: "alias", aliasOf: "a/small" },
  { id: "a/paint", name: "Paint", upstream: "a", capabilities: { images: true } },
];
const HEALTH = [
  { model: "b/large", requests: 10, errors: 1, first_byte_p50_ms: 90, total_p50_ms: 900 },
  { model: "a/small", requests: 4, errors: 2, first_byte_p50_ms: 10, total_p50_ms: 100 },
];
const NO_FILTERS = { text: "", provider: "", capability: "" } as const;

const idsBy = (sort: Sort, filters = {}) =>
  arrangeModels(MODELS, { health: HEALTH, filters: { ...NO_FILTERS, ...filters }, sort }).map(({ model }) => model.id);

it.each([
  ["name", ["a/paint", "a/small", "b/large", "fast"]],
  ["price", ["a/small", "b/large", "a/paint", "fast"]],
  ["context", ["b/large", "a/paint", "a/small", "fast"]],
  ["latency", ["a/small", "fast", "b/large", "a/paint"]],
  ["errors", ["a/small", "fast", "b/large", "a/paint"]],
  ["retirement", ["a/small", "a/paint", "b/large", "fast"]],
] as const)("sorts by %s, models without a value last", (sort, ids) => {
  expect(idsBy(sort)).toEqual(ids);
});

it("filters by text, provider and capability; an alias belongs to its model's provider", () => {
  expect(idsBy("name", { provider: "a" })).toEqual(["a/paint", "a/small", "fast"]);
  expect(idsBy("name", { capability: "vision" })).toEqual(["b/large"]);
  expect(idsBy("name", { text: "sma" })).toEqual(["a/small"]);
  expect(listProviderIds(MODELS)).toEqual(["a", "b"]);
});

it("computes the error rate of models with requests only", () => {
  expect(HEALTH.map(getErrorRate)).toEqual([0.1, 0.5]);
  expect(getErrorRate(undefined)).toBeUndefined();
});

it("opens the page that can try the model", () => {
  expect(MODELS.map(findPage)).toEqual([
    "/chat?model=b%2Flarge",
    "/chat?model=a%2Fsmall",
    "/chat?model=fast",
    "/images?model=a%2Fpaint",
  ]);
});
