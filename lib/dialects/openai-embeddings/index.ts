/** openai-embeddings: the API of `POST /v1/embeddings` (wire-formats §11.1). */
import type { EmbeddingsCall } from "#lib/canonical/embeddings-call.ts";
import { type EmbeddingsRequest, embeddingsRequest } from "#lib/contract/openai-embeddings/wire.ts";
import { validate } from "#lib/http/validate.ts";
import { type EmbeddingsDialect, findInputTokens } from "../embeddings-dialect.ts";
import { readRequest } from "./read-request.ts";
import { readReply, writeReply } from "./reply.ts";

export const openAiEmbeddings: EmbeddingsDialect<EmbeddingsRequest> = {
  id: "openai-embeddings",
  mostInputs: 2_048,
  parseRequest: (json) => validate(embeddingsRequest, json),
  readRequest,
  writeRequest,
  listLosses,
  readReply,
  writeReply,
  readReplyUsage: (body) => findInputTokens(body, "prompt_tokens"),
};

/** Asks for base64, which is a quarter of the bytes; `readReply` reads the numbers of servers that ignore it. */
function writeRequest({ inputs, dimensions }: EmbeddingsCall, model: string): Record<string, unknown> {
  const [first] = inputs;
  const input = inputs.length === 1 && first ? first.content : inputs.map(({ content }) => content);
  return { model, input, encoding_format: "base64", ...(dimensions === undefined ? {} : { dimensions }) };
}

/** The API has no field for the use of a vector. */
function listLosses({ inputs }: EmbeddingsCall): string[] {
  const has = (name: "taskType" | "title") => inputs.some((input) => input[name] !== undefined);
  return [...(has("taskType") ? ["taskType"] : []), ...(has("title") ? ["title"] : [])];
}
