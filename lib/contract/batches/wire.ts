/** The wire of batches (wire-formats §13). */
import { z } from "zod";
import { optional, queryNumber } from "#lib/contract/wire-schema.ts";

/** Routes whose requests a batch may hold. */
const BATCH_ROUTES = ["/v1/chat/completions", "/v1/responses", "/v1/embeddings", "/v1/completions"] as const;

export const batchRequest = z
  .looseObject({
    input_file_id: z.string().min(1).describe("File of this gateway with one request on each line."),
    endpoint: z.enum(BATCH_ROUTES).describe("Route of all requests."),
    completion_window: z.literal("24h").describe("Time in which the batch has to end."),
    metadata: optional(z.record(z.string(), z.string()), "Labels, which come back with the batch."),
  })
  .meta({ id: "BatchRequest" });

export const messageBatchRequest = z
  .looseObject({
    requests: z
      .array(
        z.looseObject({
          custom_id: z.string().min(1).max(64).describe("Name of the request in the results."),
          params: z
            .looseObject({ model: z.string().min(1).describe("The same model in all requests.") })
            .describe("Body of the request."),
        }),
      )
      .min(1)
      .max(100_000),
  })
  .meta({ id: "MessageBatchRequest" });

export const batchQuery = z.object({
  limit: queryNumber(1, 100).default(20).describe("How many batches a page has."),
  after: z.string().optional().describe("The batch behind which the page begins."),
});

export const messageBatchQuery = z.object({
  limit: queryNumber(1, 100).default(20).describe("How many batches a page has."),
  after_id: z.string().optional().describe("The batch behind which the page begins."),
});
