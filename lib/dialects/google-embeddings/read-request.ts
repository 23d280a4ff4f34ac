import type { EmbeddingInput, EmbeddingsCall } from "#lib/canonical/embeddings-call.ts";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import type { EmbedContentRequest } from "#lib/contract/google-embeddings/wire.ts";
import { errors } from "#lib/http/errors.ts";
import { listUnknownFields } from "../embeddings-dialect.ts";

const KNOWN = ["model", "content", "taskType", "title", "outputDimensionality", "embedContentConfig"];

/**
 * @param prefixOf returns the path of a request in the body, with a final dot
 * @throws GatewayError 400 for parts that are no text, and for different numbers of dimensions
 */
export function readRequest(
  requests: readonly EmbedContentRequest[],
  prefixOf: (index: number) => string,
): EmbeddingsCall {
  const inputs: EmbeddingInput[] = [];
  const dropped = new Set<string>();
  let dimensions: number | undefined;
  for (const [index, request] of requests.entries()) {
    const prefix = prefixOf(index);
    const settings = { ...request, ...request.embedContentConfig };
    const { taskType, title, outputDimensionality } = settings;
    const asked = outputDimensionality ?? undefined;
    if (index === 0) dimensions = asked;
    else if (asked !== dimensions) {
      throw errors.invalidValue({
        param: `${prefix}outputDimensionality`,
        rule: fieldRules.sameAs(`${prefixOf(0)}outputDimensionality`),
      });
    }
    inputs.push({
      content: readText(request, prefix),
      path: `${prefix}content`,
      ...(taskType ? { taskType } : {}),
      ...(title ? { title } : {}),
    });
    for (const name of listUnknownFields(settings, KNOWN)) dropped.add(name);
  }
  return { inputs, ...(dimensions === undefined ? {} : { dimensions }), dropped: [...dropped] };
}

function readText({ content: { parts } }: EmbedContentRequest, prefix: string): string {
  return parts
    .map(({ text }, index) => {
      if (typeof text === "string") return text;
      throw errors.embeddingInputNotText({ param: `${prefix}content.parts[${index}]` });
    })
    .join("\n");
}
