import type { EmbeddingsCall } from "#lib/canonical/embeddings-call.ts";
import type { EmbeddingsRequest } from "#lib/contract/openai-embeddings/wire.ts";
import { listUnknownFields } from "../embeddings-dialect.ts";

/** Fields that the gateway itself applies, or that the call holds. */
const KNOWN = ["model", "input", "encoding_format", "dimensions"];

export function readRequest(wire: EmbeddingsRequest): EmbeddingsCall {
  const { input, dimensions } = wire;
  return {
    inputs: listInputs(input),
    ...(dimensions ? { dimensions } : {}),
    dropped: listUnknownFields(wire, KNOWN),
  };
}

function listInputs(input: EmbeddingsRequest["input"]): EmbeddingsCall["inputs"] {
  if (typeof input === "string" || typeof input[0] === "number") {
    return [{ content: input as string | number[], path: "input" }];
  }
  return (input as (string | number[])[]).map((content, index) => ({ content, path: `input[${index}]` }));
}
