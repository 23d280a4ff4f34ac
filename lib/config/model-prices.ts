/** Prices of a model, as the config file and model lists have them. */
import { z } from "zod";

const dollars = z.number("a price in US dollars").min(0, "a price of 0 or more");

/** US dollars per million tokens. */
export const modelPrices = z.strictObject({
  input: dollars,
  /** Price of input from a cache; absent: not known to differ. */
  cached_input: dollars.optional(),
  /** Price of input that is written to a cache; absent: not known to differ. */
  cache_write: dollars.optional(),
  output: dollars,
  /** Limit in tokens for these prices; longer prompts have other, unknown prices. */
  up_to_input_tokens: z.int().min(1).optional(),
});

export type ModelPrices = z.infer<typeof modelPrices>;
