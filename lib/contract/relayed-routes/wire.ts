/** The wire of routes that are relayed and not translated: request schemas (wire-formats §11.5). */
import { z } from "zod";
import { optional } from "#lib/contract/wire-schema.ts";

const model = z.string().min(1).describe("`<provider>/<model>`, an alias or a route.");

export const moderationRequest = z
  .looseObject({
    model,
    input: z
      .union([z.string(), z.array(z.string()).min(1), z.array(z.looseObject({ type: z.string() })).min(1)])
      .describe("Text or texts, or parts with text and images."),
  })
  .meta({ id: "ModerationRequest" });

export const rerankRequest = z
  .looseObject({
    model,
    query: z.string().min(1).describe("Question that the documents are compared with."),
    documents: z
      .array(z.union([z.string(), z.looseObject({ text: z.string() })]))
      .min(1)
      .describe("Texts to be put into order."),
    top_n: optional(z.int().min(1), "Number of results; all when absent."),
    return_documents: optional(z.boolean(), "Whether each result holds its text."),
  })
  .meta({ id: "RerankRequest" });

export type RerankRequest = z.output<typeof rerankRequest>;

const tokens = z.array(z.int().min(0)).min(1);

export const completionRequest = z
  .looseObject({
    model,
    prompt: z
      .union([z.string(), z.array(z.string()).min(1), tokens, z.array(tokens).min(1)])
      .describe("Text or texts to be continued, or their tokens."),
    max_tokens: optional(z.int().min(0)),
    temperature: optional(z.number().min(0).max(2)),
    top_p: optional(z.number().min(0).max(1)),
    n: optional(z.int().min(1).max(128)),
    stream: optional(z.boolean(), "The text in events as it is written."),
    stop: optional(z.union([z.string(), z.array(z.string())])),
    user: optional(z.string()),
  })
  .meta({ id: "CompletionRequest" });
