import { z } from "zod";
import type { EmbeddingsReply } from "#lib/canonical/embeddings-call.ts";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import type { EmbeddingsRequest } from "#lib/contract/openai-embeddings/wire.ts";
import type { EmbeddingsDialect } from "../embeddings-dialect.ts";
import { readFloats, writeFloats } from "../float-base64.ts";

const reply = z.looseObject({
  data: z.array(
    z.looseObject({
      index: z.int().min(0).nullish(),
      embedding: z.union([
        z.array(z.number()),
        z.string().transform((text, context) => {
          const floats = readFloats(text);
          if (floats) return floats;
          context.addIssue({ code: "custom", message: fieldRules.base64 });
          return z.NEVER;
        }),
      ]),
    }),
  ),
  usage: z.looseObject({ prompt_tokens: z.number().nullish(), total_tokens: z.number().nullish() }).nullish(),
});

/** Vectors in the order of the inputs, whatever the order of the reply. */
export function readReply(json: unknown): EmbeddingsReply {
  const { data, usage } = reply.parse(json);
  const ordered = data.map((item, place) => ({ place: item.index ?? place, vector: item.embedding }));
  ordered.sort((one, other) => one.place - other.place);
  const inputTokens = usage?.prompt_tokens ?? usage?.total_tokens ?? undefined;
  return { vectors: ordered.map(({ vector }) => vector), inputTokens };
}

export function writeReply(
  { vectors }: EmbeddingsReply,
  { wire, model, inputTokens }: Parameters<EmbeddingsDialect<EmbeddingsRequest>["writeReply"]>[1],
): Record<string, unknown> {
  const isBase64 = wire.encoding_format === "base64";
  return {
    object: "list",
    data: vectors.map((vector, index) => ({
      object: "embedding",
      index,
      embedding: isBase64 ? writeFloats(vector) : Array.from(vector),
    })),
    model,
    usage: { prompt_tokens: inputTokens, total_tokens: inputTokens },
  };
}
