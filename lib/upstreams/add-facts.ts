/** Completes an upstream's model list: with the operator's prices and retirements, and with published facts where both are silent. */
import type { ModelPrices } from "#lib/config/model-prices.ts";
import type { ModelRetirement } from "#lib/config/model-retirement.ts";
import { findPublishedModels, type PublishedFacts } from "./find-published-models.ts";
import type { ModelEntry } from "./model-entry.ts";
import { readRetirement } from "./model-retirements.ts";
import { BATCH_VARIANT, withoutVariant } from "./price-variants.ts";

export type PriceSource = { id: string; baseUrl?: string; prices?: Record<string, ModelPrices> | undefined };
type FactSource = PriceSource & { retirements?: Record<string, ModelRetirement> | undefined };

/** @param known cache of facts by id, so that a repeated list costs nothing. New ones are added. */
export async function addFacts(
  { id: upstream, baseUrl, prices = {}, retirements }: FactSource,
  models: readonly ModelEntry[],
  known: Map<string, PublishedFacts>,
): Promise<ModelEntry[]> {
  const published = baseUrl === undefined ? undefined : await findPublishedModels(baseUrl);
  return models.map((entry) => {
    const model = entry.id.slice(upstream.length + 1);
    const facts = known.get(entry.id) ?? published?.(model) ?? {};
    known.set(entry.id, facts);
    const pricing = Object.hasOwn(prices, model) ? prices[model] : facts.pricing;
    const contextWindow = entry.contextWindow ?? facts.contextWindow;
    return {
      ...entry,
      ...(pricing ? { pricing } : {}),
      ...(contextWindow ? { contextWindow } : {}),
      ...readRetirement(retirements, model),
    };
  });
}

type FindPrices = (model: string) => ModelPrices | undefined;

/**
 * Opens the prices of an upstream's models, listed or not, without a request to it; a promise while the table of
 * published prices is loaded.
 */
export function openPrices(source: PriceSource): FindPrices | Promise<FindPrices> {
  const known = opened.get(source);
  if (known) return known;
  const find = open(source);
  if (!(find instanceof Promise)) opened.set(source, find);
  return find;
}

/** A source is one object until its settings change. */
const opened = new WeakMap<PriceSource, FindPrices>();

function open({ baseUrl, prices = {} }: PriceSource): FindPrices | Promise<FindPrices> {
  const published = baseUrl === undefined ? undefined : findPublishedModels(baseUrl);
  const findOwn = (model: string | undefined) =>
    model !== undefined && Object.hasOwn(prices, model) ? prices[model] : undefined;
  const findIn = (facts: ((model: string) => PublishedFacts) | undefined) => (model: string) =>
    // An operator who sets a price for a model gets no published share of another one for its batches.
    findOwn(model) ?? findOwn(withoutVariant(model, BATCH_VARIANT)) ?? facts?.(model).pricing;
  return published instanceof Promise ? published.then(findIn) : findIn(published);
}
