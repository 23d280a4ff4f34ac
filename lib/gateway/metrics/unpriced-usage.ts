/** UnpricedUsage: what each model has used since the last reading, whose cost is computed at the next one. */
import { computeCost, type UsageCounts, type UsagePrices, withoutPromptLimit } from "#lib/contract/usage-cost.ts";
import type { MeasuredRequest } from "#lib/gateway/request/metrics.ts";

type Sums = Required<Record<Exclude<keyof UsageCounts, "videoSeconds">, number>>;

export class UnpricedUsage {
  private sums = new Map<string, Sums>();

  /** Videos are not in it: their seconds are known when they are finished, after their request. */
  add(model: string, { usage, images, characters }: Pick<MeasuredRequest, "usage" | "images" | "characters">): void {
    const { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0, cacheWriteInputTokens = 0 } = usage ?? {};
    const sum = this.sums.get(model) ?? {
      ...{ inputTokens: 0, outputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0 },
      ...{ images: 0, characters: 0, requests: 0 },
    };
    sum.inputTokens += inputTokens;
    sum.outputTokens += outputTokens;
    sum.cachedTokens += cachedInputTokens;
    sum.cacheWriteTokens += cacheWriteInputTokens;
    sum.images += images ?? 0;
    sum.characters += characters ?? 0;
    sum.requests++;
    this.sums.set(model, sum);
  }

  /** Takes all sums, and returns the US dollars of each model with known prices. */
  async takeCosts(
    findPrices: (model: string) => Promise<UsagePrices | undefined>,
  ): Promise<{ model: string; usd: number }[]> {
    const taken = this.sums;
    this.sums = new Map();
    const costs = await Promise.all(
      [...taken].map(async ([model, sums]) => {
        const prices = await findPrices(model);
        if (!prices) return [];
        const cost = computeCost(sums, withoutPromptLimit(prices));
        return cost && cost.amount > 0 ? [{ model, usd: cost.amount }] : [];
      }),
    );
    return costs.flat();
  }
}
