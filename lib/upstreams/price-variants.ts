/**
 * Variants of a model's prices, whose names are the model's with an ending: rows of the request log have them as their
 * target, and the config file may set prices for them like for any model.
 */
import type { ModelPrices } from "#lib/config/model-prices.ts";

/** Tokens of audio in a session. */
export const AUDIO_VARIANT = "@audio";
/** Requests of a batch. */
export const BATCH_VARIANT = "@batch";

/** Share of the usual prices that OpenAI, Anthropic and Google take for a batch (wire-formats §13.3). */
const BATCH_SHARE = 0.5;

/** Returns the model without the ending of this variant; undefined for any other name. */
export function withoutVariant(model: string, variant: string): string | undefined {
  return model.endsWith(variant) ? model.slice(0, -variant.length) : undefined;
}

/** Returns the prices of a model's requests in a batch. */
export function toBatchPrices(prices: ModelPrices | undefined): ModelPrices | undefined {
  if (!prices) return undefined;
  const { up_to_input_tokens: limit, ...amounts } = prices;
  const shares = Object.entries(amounts).map(([name, price]) => [
    name,
    price === undefined ? price : price * BATCH_SHARE,
  ]);
  return {
    ...(Object.fromEntries(shares) as ModelPrices),
    ...(limit === undefined ? {} : { up_to_input_tokens: limit }),
  };
}
