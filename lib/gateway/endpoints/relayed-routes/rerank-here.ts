/** Puts documents into order by the vectors of the sandbox. */
import type { EmbeddingVector } from "#lib/canonical/embeddings-call.ts";
import type { RerankRequest } from "#lib/contract/relayed-routes/wire.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { runGuarded } from "#lib/gateway/bodies/run-guarded.ts";
import type { PlainContext } from "#lib/gateway/lanes/run-plain-call.ts";
import { UnsentRequest } from "#lib/gateway/lanes/unsent-request.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { writeLaneHeaders } from "#lib/gateway/request/write-lane-headers.ts";
import type { ResolvedModel } from "#lib/gateway/routing/resolve-model.ts";

export async function rerankHere(
  { request, services, log }: PlainContext,
  { wire, resolved }: { wire: RerankRequest; resolved: Extract<ResolvedModel, { kind: "sandbox" }> },
): Promise<EndpointResponse> {
  if (log.dryRun) throw new UnsentRequest();
  const { query, documents, top_n: most, return_documents: returnsTexts, model } = wire;
  const texts = documents.map((document) => (typeof document === "string" ? document : document.text));
  const inputs = [query, ...texts].map((content, index) => ({
    content,
    path: index === 0 ? "query" : `documents[${index - 1}]`,
  }));
  const ending = new AbortController();
  const { vectors, inputTokens = 0 } = await runGuarded(
    { client: request.client, services },
    { abort: (error) => ending.abort(error) },
    () => resolved.builtIn.embeddings.embed({ inputs, dropped: [] }, ending.signal),
  );
  log.usage = { inputTokens, outputTokens: 0 };
  const [asked = [], ...others] = vectors;
  const results = others.map((vector, index) => ({
    index,
    relevance_score: Math.max(0, computeSimilarity(vector, asked)),
    ...(returnsTexts ? { document: { text: texts[index] } } : {}),
  }));
  results.sort((one, other) => other.relevance_score - one.relevance_score || one.index - other.index);
  const reply = {
    object: "list",
    model,
    results: results.slice(0, most ?? undefined),
    usage: { total_tokens: inputTokens },
  };
  return createJsonResponse(reply, writeLaneHeaders(log));
}

/** Vectors have the length 1, so their product is their similarity. */
function computeSimilarity(one: EmbeddingVector, other: EmbeddingVector): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] as number) * (other[index] ?? 0);
  return sum;
}
