/** What a model costs, as the config file says it and as model lists show it. */
import { z } from "zod";

const dollars = z.number("a price in US dollars").min(0, "a price of 0 or more");

/** US dollars for a million tokens. */
export const modelPrices = z.strictObject({
  input: dollars,
  /** Of input that came from a cache; absent: not known to differ. */
  cached_input: dollars.optional(),
  /** Of input that was written to a cache; absent: not known to differ. */
  cache_write: dollars.optional(),
  output: dollars,
  /** Longer prompts have other prices, which are not said. */
  up_to_input_tokens: z.int().min(1).optional(),
});

export type ModelPrices = z.infer<typeof modelPrices>;
