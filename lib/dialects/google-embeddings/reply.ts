import { z } from "zod";
import type { EmbeddingsReply } from "#lib/canonical/embeddings-call.ts";

const vector = z.looseObject({ values: z.array(z.number()) });
const reply = z.looseObject({
  embeddings: z.array(vector).nullish(),
  embedding: vector.nullish(),
  usageMetadata: z.looseObject({ promptTokenCount: z.number().nullish() }).nullish(),
});

export function readReply(json: unknown): EmbeddingsReply {
  const { embeddings, embedding, usageMetadata } = reply.parse(json);
  const vectors = embeddings ?? (embedding ? [embedding] : []);
  return { vectors: vectors.map(({ values }) => values), inputTokens: usageMetadata?.promptTokenCount ?? undefined };
}

type Facts = { inputTokens: number };

const writeUsage = ({ inputTokens }: Facts) => ({ usageMetadata: { promptTokenCount: inputTokens } });

export function writeBatchReply({ vectors }: EmbeddingsReply, facts: Facts): Record<string, unknown> {
  return { embeddings: vectors.map((values) => ({ values: Array.from(values) })), ...writeUsage(facts) };
}

export function writeSingleReply({ vectors: [values = []] }: EmbeddingsReply, facts: Facts): Record<string, unknown> {
  return { embedding: { values: Array.from(values) }, ...writeUsage(facts) };
}

/** The replies, for the OpenAPI document. */
const shownVector = z.looseObject({ values: z.array(z.number()) }).meta({ id: "ContentEmbedding" });
const usageMetadata = z.looseObject({ promptTokenCount: z.int().optional() }).optional();

export const embedContentReply = z
  .looseObject({ embedding: shownVector, usageMetadata })
  .meta({ id: "EmbedContentReply" });

export const batchEmbedContentsReply = z
  .looseObject({ embeddings: z.array(shownVector), usageMetadata })
  .meta({ id: "BatchEmbedContentsReply" });
