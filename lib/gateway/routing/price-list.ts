/** PriceList: the cost of logged requests, from their token counts and the prices in the list of models. */
import type { ModelPrices } from "#lib/config/model-prices.ts";
import type { TokenCost } from "#lib/contract/token-cost.ts";
import {
  computeCost,
  isFree,
  type UsageCounts,
  type UsagePrices,
  withoutPromptLimit,
} from "#lib/contract/usage-cost.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import type { UsageSums } from "#lib/store/usage/usage.ts";
import { openPrices } from "#lib/upstreams/add-facts.ts";
import { resolveAlias } from "./resolve-model.ts";
import { SANDBOX } from "./sandbox-upstream.ts";

/** Prices of the built-in models. */
export const FREE: ModelPrices = { input: 0, cached_input: 0, cache_write: 0, output: 0 };

/** Model of a request in the log. */
export type LoggedModel = { upstream: string | null; model: string | null };

type SummedCounts = Pick<
  UsageSums,
  "inputTokens" | "outputTokens" | "cachedTokens" | "cacheWriteTokens" | "images" | "videoSeconds" | "characters"
> &
  Pick<UsageSums, "counting" | "charged">;

export type PriceList = {
  /** Returns undefined when the price is unknown, also for a name that has since become another upstream's model. */
  findPrices(logged: LoggedModel): ModelPrices | undefined;
  /** Returns undefined when a count or the price is unknown. */
  computeCost(request: LoggedModel & UsageCounts & { isStart?: boolean }): TokenCost | undefined;
  /** Returns the cost of summed requests of one model. */
  computeTotalCost(requests: LoggedModel & SummedCounts): TokenCost | undefined;
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
    // A record is free, also once its cassettes are gone from the config.
    if (id === SANDBOX || services.builtIns.has(id)) lists.set(id, () => FREE);
    else if (configured) lists.set(id, await openPrices(configured));
  }
  const known = new Map<string, ModelPrices | undefined>();
  const sumPrices = new Map<ModelPrices, UsagePrices>();

  function findPrices({ upstream, model }: LoggedModel): ModelPrices | undefined {
    if (upstream === null || model === null) return undefined;
    const name = `${upstream} ${model}`;
    if (known.has(name)) return known.get(name);
    const upstreamModel = findModel(upstream, { name: model, target: resolveAlias(model, services) });
    const prices = upstreamModel === undefined ? undefined : lists.get(upstream)?.(upstreamModel);
    known.set(name, prices);
    return prices;
  }

  /** Each request was compared with the limit of the prices; its sum cannot be. */
  function findSumPrices(prices: ModelPrices): UsagePrices {
    const ofSums = sumPrices.get(prices) ?? withoutPromptLimit(toUsagePrices(prices));
    sumPrices.set(prices, ofSums);
    return ofSums;
  }

  return {
    findPrices,
    computeCost({ isStart = false, ...request }) {
      const known = findPrices(request);
      return known && computeKnown(request, toUsagePrices(known), isStart);
    },
    computeTotalCost(sums) {
      const known = findPrices(sums);
      if (!known) return undefined;
      const isCounted = sums.counting === "counted";
      return computeKnown(
        {
          inputTokens: isCounted ? sums.inputTokens : null,
          outputTokens: isCounted ? sums.outputTokens : null,
          cachedTokens: sums.cachedTokens,
          cacheWriteTokens: sums.cacheWriteTokens,
          images: sums.images || null,
          videoSeconds: sums.videoSeconds || null,
          characters: sums.characters || null,
          requests: sums.charged,
        },
        findSumPrices(known),
        sums.counting === "started",
      );
    },
  };
}

const NOTHING: TokenCost = { amount: 0, about: false };

/** @param isStart true for requests that started a video: its cost is in the row of its end */
function computeKnown(counts: UsageCounts, prices: UsagePrices, isStart: boolean): TokenCost | undefined {
  const { tokens: _, ...units } = prices;
  if (isStart && Object.values(units).some((price) => price !== undefined)) return NOTHING;
  return isFree(prices) ? NOTHING : computeCost(counts, prices);
}

export function toUsagePrices(prices: ModelPrices): UsagePrices {
  const { input, output, cached_input: cachedInput, cache_write: cacheWrite } = prices;
  const hasTokens = input !== undefined && output !== undefined;
  return {
    tokens: hasTokens
      ? { input, output, cachedInput, cacheWrite, upToInputTokens: prices.up_to_input_tokens }
      : undefined,
    perImage: prices.per_image,
    perSecond: prices.per_second,
    perCharacter: prices.per_character,
    perRequest: prices.per_request,
  };
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
