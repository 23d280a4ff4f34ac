/** The reply of `POST /v1/embeddings`, for the OpenAPI document. */
import { z } from "zod";

export const embeddingsList = z
  .looseObject({
    object: z.literal("list"),
    data: z.array(
      z
        .looseObject({
          object: z.literal("embedding"),
          index: z.int().min(0),
          embedding: z
            .union([z.array(z.number()), z.string()])
            .describe("The vector: numbers, or with `encoding_format` base64 the base64 of its 32-bit floats."),
        })
        .meta({ id: "Embedding" }),
    ),
    model: z.string(),
    usage: z.looseObject({ prompt_tokens: z.int(), total_tokens: z.int() }),
  })
  .meta({ id: "EmbeddingsList" });
