/** google-embeddings: the API of `:embedContent` and `:batchEmbedContents` (wire-formats §11.2). */
import type { EmbeddingsCall } from "#lib/canonical/embeddings-call.ts";
import {
  type BatchEmbedContentsRequest,
  batchEmbedContentsRequest,
  embedContentRequest,
  MOST_REQUESTS,
} from "#lib/contract/google-embeddings/wire.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";
import { type EmbeddingsDialect, findInputTokens } from "../embeddings-dialect.ts";
import { toCamelCase } from "./camel-case.ts";
import { readRequest } from "./read-request.ts";
import { readReply, writeBatchReply, writeSingleReply } from "./reply.ts";

const ID = "google-embeddings";
const readReplyUsage: EmbeddingsDialect["readReplyUsage"] = (body) => findInputTokens(body, "promptTokenCount");

/** Several texts at once; this is also the form in which upstreams are asked. */
export const googleBatchEmbeddings: EmbeddingsDialect<BatchEmbedContentsRequest> = {
  id: ID,
  mostInputs: MOST_REQUESTS,
  parseRequest: (json) => validate(batchEmbedContentsRequest, toCamelCase(json)),
  readRequest: ({ requests }) => readRequest(requests, (index) => `requests[${index}].`),
  writeRequest,
  listLosses: () => [],
  readReply,
  writeReply: writeBatchReply,
  readReplyUsage,
};

/** One text. */
export const googleEmbeddings: EmbeddingsDialect<BatchEmbedContentsRequest> = {
  ...googleBatchEmbeddings,
  parseRequest: (json) => ({ requests: [validate(embedContentRequest, toCamelCase(json))] }),
  readRequest: ({ requests }) => readRequest(requests, () => ""),
  writeReply: writeSingleReply,
};

/** @throws GatewayError 400 for tokens, which only models with the same vocabulary understand */
function writeRequest({ inputs, dimensions }: EmbeddingsCall, model: string): Record<string, unknown> {
  const resource = /^(?:models|tunedModels)\//.test(model) ? model : `models/${model}`;
  return {
    requests: inputs.map(({ content, path, taskType, title }) => {
      if (typeof content !== "string") throw errors.embeddingInputNotText({ param: path });
      return {
        model: resource,
        content: { parts: [{ text: content }] },
        ...(taskType === undefined ? {} : { taskType }),
        ...(title === undefined ? {} : { title }),
        ...(dimensions === undefined ? {} : { outputDimensionality: dimensions }),
      };
    }),
  };
}
