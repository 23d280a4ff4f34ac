/** The wire of `POST /v1/embeddings`: request schema and reply types (wire-formats §11.1). */
import { z } from "zod";
import { optional } from "#lib/contract/wire-schema.ts";

const tokens = z.array(z.int().min(0)).min(1);

export const embeddingsRequest = z
  .looseObject({
    model: z.string().min(1).describe("`<provider>/<model>`, an alias or a route."),
    input: z
      .union([z.string(), z.array(z.string()).min(1), tokens, z.array(tokens).min(1)])
      .describe("Text or texts, or the tokens of one or several texts."),
    encoding_format: optional(
      z.enum(["float", "base64"]),
      "`base64`: each vector is the base64 of its 32-bit floats in little-endian order.",
    ),
    dimensions: optional(z.int().min(1), "Numbers in each vector, for models that can shorten theirs."),
    user: optional(z.string(), "Your own id of the person at the other end."),
  })
  .meta({ id: "EmbeddingsRequest" });

export type EmbeddingsRequest = z.output<typeof embeddingsRequest>;
