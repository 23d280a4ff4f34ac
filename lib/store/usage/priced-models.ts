import type { Names } from "./row-block.ts";
import type { PriceLimit, UsedModel } from "./usage.ts";

/** Returns the name of a model and its upstream in the column `priced`. */
export function writePriced({ upstream, model }: UsedModel): string {
  return JSON.stringify([upstream, model]);
}

export function readPriced(name: string | null): UsedModel | null {
  if (name === null) return null;
  const [upstream, model] = JSON.parse(name);
  return { upstream, model };
}

export type PricedModels = {
  /** Null stands for requests that cost nothing. */
  models: (UsedModel | null)[];
  /** Largest input in tokens for which each model has its price. */
  longest: number[];
  /** Returns the number in `models` of each name of a block's column. */
  number(column: Pick<Names, "names">): Uint32Array;
};

/** Numbers the models of all blocks. */
export function createPricedModels(limits: readonly PriceLimit[]): PricedModels {
  const limitOf = new Map(limits.map((limit) => [writePriced(limit), limit.upToInputTokens]));
  const known = new Map<string | null, number>();
  const models: (UsedModel | null)[] = [];
  const longest: number[] = [];
  return {
    models,
    longest,
    number({ names }) {
      const numbers = new Uint32Array(names.length);
      for (let index = 0; index < names.length; index++) {
        const name = names[index] ?? null;
        const number = known.get(name) ?? models.length;
        if (number === models.length) {
          known.set(name, number);
          models.push(readPriced(name));
          longest.push((name === null ? undefined : limitOf.get(name)) ?? Number.POSITIVE_INFINITY);
        }
        numbers[index] = number;
      }
      return numbers;
    },
  };
}
