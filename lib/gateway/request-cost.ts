/** What logged requests cost, from their counts and the prices that the list of models shows. */
import { type TokenCost, type TokenCounts, type TokenPrices, tokenCost } from "#lib/canonical/token-cost.ts";
import type { ModelPrices } from "#lib/config/model-prices.ts";
import type { UsageSums } from "#lib/store/usage.ts";
import { openPrices } from "#lib/upstreams/add-facts.ts";
import { targetOf } from "./resolve-model.ts";
import type { Runtime } from "./runtime.ts";
import { SANDBOX } from "./sandbox-upstream.ts";

/** What the built-in models cost. */
export const FREE: ModelPrices = { input: 0, cached_input: 0, cache_write: 0, output: 0 };

/** Which model answered, as the log says it. */
export type LoggedModel = { upstream: string | null; model: string | null };

export type PriceList = {
  /** Undefined where the price is unknown, also for a name that has come to mean another upstream's model since. */
  pricesOf(logged: LoggedModel): ModelPrices | undefined;
  /** Undefined where a count or the price is unknown. */
  costOf(request: LoggedModel & TokenCounts): TokenCost | undefined;
  /** The same for requests of one model, summed. */
  costOfMany(requests: LoggedModel & TokenCounts & { counting: UsageSums["counting"] }): TokenCost | undefined;
};

/**
 * The prices of these upstreams, as they are today; for as long as one answer takes. Nothing is asked of the network.
 * @param upstreams ids; those that are not there any more have no prices
 */
export async function openPriceList(runtime: Runtime, upstreams: Iterable<string | null>): Promise<PriceList> {
  const lists = new Map<string, (model: string) => ModelPrices | undefined>();
  for (const id of new Set(upstreams)) {
    if (id === null) continue;
    const source = runtime.upstreams.get(id) ?? runtime.bridges.get(id);
    if (id === SANDBOX) lists.set(id, () => FREE);
    else if (source) lists.set(id, await openPrices(source));
  }
  const known = new Map<string, ModelPrices | undefined>();

  function pricesOf({ upstream, model }: LoggedModel): ModelPrices | undefined {
    if (upstream === null || model === null) return undefined;
    const name = `${upstream} ${model}`;
    if (known.has(name)) return known.get(name);
    const asked = modelAt(upstream, { name: model, target: targetOf(model, runtime) });
    const prices = asked === undefined ? undefined : lists.get(upstream)?.(asked);
    known.set(name, prices);
    return prices;
  }

  return {
    pricesOf,
    costOf(request) {
      const prices = pricesOf(request);
      if (!prices || isFree(prices)) return prices && NOTHING;
      return tokenCost(request, { ...ratesOf(prices), upToInputTokens: prices.up_to_input_tokens });
    },
    costOfMany(requests) {
      const prices = pricesOf(requests);
      if (!prices || isFree(prices)) return prices && NOTHING;
      return requests.counting === "counted" ? tokenCost(requests, ratesOf(prices)) : undefined;
    },
  };
}

const NOTHING: TokenCost = { amount: 0, about: false };

/** Then nothing need be counted. */
function isFree({ input, output }: ModelPrices): boolean {
  return input === 0 && output === 0;
}

function ratesOf({ input, output, cached_input: cachedInput, cache_write: cacheWrite }: ModelPrices): TokenPrices {
  return { input, output, cachedInput, cacheWrite };
}

/** What the upstream calls the model. A bare name means the one upstream that lists it, which is the one that answered. */
function modelAt(upstream: string, { name, target }: { name: string; target: string }): string | undefined {
  const prefix = `${upstream}/`;
  if (target.startsWith(prefix)) return target.slice(prefix.length);
  return target === name ? name : undefined;
}
