/** Retirement of a model, as the config file states it. */
import { z } from "zod";

export const modelRetirement = z.strictObject({
  retiresOn: z.iso.date().describe("First day, in UTC, on which requests to the model are refused."),
  replacedBy: z.string().min(1).optional().describe("Model of the same upstream to use instead."),
});

export type ModelRetirement = z.infer<typeof modelRetirement>;
