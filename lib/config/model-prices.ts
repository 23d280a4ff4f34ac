/** Prices of a model, as the config file and model lists have them. */
import { z } from "zod";

const dollars = z.number("a price in US dollars").min(0, "a price of 0 or more");
const perMillion = (what: string) => dollars.optional().describe(`US dollars per million tokens of ${what}.`);
const perUnit = (what: string) => dollars.optional().describe(`US dollars per ${what}.`);

export const modelPrices = z
  .strictObject({
    input: perMillion("input; needs `output`"),
    /** Absent: not known to differ. */
    cached_input: perMillion("input from a cache; as `input` when absent"),
    /** Absent: not known to differ. */
    cache_write: perMillion("input that is written to a cache; as `input` when absent"),
    output: perMillion("output; needs `input`"),
    /** Longer prompts have other, unknown prices. */
    up_to_input_tokens: z
      .int()
      .min(1)
      .optional()
      .describe("Limit in tokens of a prompt for these prices; the cost of longer prompts is unknown."),
    per_image: perUnit("image that was made"),
    per_second: perUnit("second of video that was made"),
    per_character: perUnit("character of the prompt of an image or a video"),
    per_request: perUnit("successful request, beside all other prices"),
  })
  .superRefine((prices, context) => {
    const { input, output, per_image, per_second, per_character, per_request } = prices;
    if ((input === undefined) !== (output === undefined)) {
      const path = [input === undefined ? "input" : "output"];
      context.addIssue({ code: "custom", path, message: "a price: `input` and `output` come together" });
    }
    const prefixes = [input, per_image, per_second, per_character, per_request];
    if (output === undefined && prefixes.every((price) => price === undefined)) {
      const message = "`input` and `output`, or one of `per_image`, `per_second`, `per_character` and `per_request`";
      context.addIssue({ code: "custom", message });
    }
  });

export type ModelPrices = z.infer<typeof modelPrices>;
