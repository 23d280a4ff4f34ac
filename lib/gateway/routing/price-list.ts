/** PriceList: the cost of logged requests, from their token counts and the prices in the list of models. */
import type { ModelPrices } from "#lib/config/model-prices.ts";
import { computeTokenCost, type TokenCost, type TokenCounts, type TokenPrices } from "#lib/contract/token-cost.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import type { UsageSums } from "#lib/store/usage.ts";
import { openPrices } from "#lib/upstreams/add-facts.ts";
import { resolveAlias } from "./resolve-model.ts";
import { SANDBOX } from "./sandbox-upstream.ts";

/** Prices of the built-in models. */
export const FREE: ModelPrices = { input: 0, cached_input: 0, cache_write: 0, output: 0 };

/** Model of a request in the log. */
export type LoggedModel = { upstream: string | null; model: string | null };

export type PriceList = {
  /** Returns undefined when the price is unknown, also for a name that has since become another upstream's model. */
  findPrices(logged: LoggedModel): ModelPrices | undefined;
  /** Returns undefined when a count or the price is unknown. */
  computeCost(request: LoggedModel & TokenCounts): TokenCost | undefined;
  /** Returns the cost of summed requests of one model. */
  computeTotalCost(requests: LoggedModel & TokenCounts & { counting: UsageSums["counting"] }): TokenCost | undefined;
};

/**
 * Opens today's prices of these upstreams, for one response. Makes no network request.
 * @param upstreams ids; removed upstreams have no prices
 */
export async function openPriceList(services: Services, upstreams: Iterable<string | null>): Promise<PriceList> {
  const lists = new Map<string, (model: string) => ModelPrices | undefined>();
  for (const id of new Set(upstreams)) {
    if (id === null) continue;
    const configured = services.upstreams.get(id) ?? services.bridges.get(id);
    if (id === SANDBOX) lists.set(id, () => FREE);
    else if (configured) lists.set(id, await openPrices(configured));
  }
  const known = new Map<string, ModelPrices | undefined>();

  function findPrices({ upstream, model }: LoggedModel): ModelPrices | undefined {
    if (upstream === null || model === null) return undefined;
    const name = `${upstream} ${model}`;
    if (known.has(name)) return known.get(name);
    const upstreamModel = findModel(upstream, { name: model, target: resolveAlias(model, services) });
    const prices = upstreamModel === undefined ? undefined : lists.get(upstream)?.(upstreamModel);
    known.set(name, prices);
    return prices;
  }

  return {
    findPrices,
    computeCost(request) {
      const prices = findPrices(request);
      if (!prices || isFree(prices)) return prices && NOTHING;
      return computeTokenCost(request, toTokenPrices(prices));
    },
    computeTotalCost(requests) {
      const prices = findPrices(requests);
      if (!prices || isFree(prices)) return prices && NOTHING;
      return requests.counting === "counted" ? computeTokenCost(requests, findRates(prices)) : undefined;
    },
  };
}

const NOTHING: TokenCost = { amount: 0, about: false };

/** Free requests need no token counts. */
function isFree({ input, output }: ModelPrices): boolean {
  return input === 0 && output === 0;
}

export function toTokenPrices(prices: ModelPrices): TokenPrices {
  return { ...findRates(prices), upToInputTokens: prices.up_to_input_tokens };
}

function findRates({ input, output, cached_input: cachedInput, cache_write: cacheWrite }: ModelPrices): TokenPrices {
  return { input, output, cachedInput, cacheWrite };
}

/**
 * Returns the upstream's name of the model. A bare name means the only upstream that lists it, which is the one that
 * responded.
 */
function findModel(upstream: string, { name, target }: { name: string; target: string }): string | undefined {
  const prefix = `${upstream}/`;
  if (target.startsWith(prefix)) return target.slice(prefix.length);
  return target === name ? name : undefined;
}
