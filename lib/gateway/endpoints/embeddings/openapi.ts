/** OpenAPI operations of the routes for embeddings. */
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import { routeErrors } from "#lib/contract/errors/routes.ts";
import { batchEmbedContentsRequest, embedContentRequest } from "#lib/contract/google-embeddings/wire.ts";
import { embeddingsRequest } from "#lib/contract/openai-embeddings/wire.ts";
import { batchEmbedContentsReply, embedContentReply } from "#lib/dialects/google-embeddings/reply.ts";
import { embeddingsList } from "#lib/dialects/openai-embeddings/reply-schema.ts";
import { type ApiVersion, describe, named } from "#lib/gateway/request/google-paths.ts";
import { JSON_ERRORS, KEY_ERRORS, MODEL_ERRORS, UPSTREAM_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, json, MODEL_HEADERS, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";

const ERRORS: readonly ErrorName[] = [
  ...KEY_ERRORS,
  ...JSON_ERRORS,
  ...MODEL_ERRORS,
  ...(Object.keys(routeErrors) as ErrorName[]),
  "modelMakesNoEmbeddings",
  "providerLacksRoute",
  "embeddingInputNotText",
  ...UPSTREAM_ERRORS,
];

const model = pathParameter(
  "model",
  "`<provider>/<model>`, an alias or a route. Slashes may be written as `%2F`.",
  "sandbox/embedding-model-a",
);
const QUESTION = { parts: [{ text: "How do I rotate a key?" }] };

export const createEmbeddings: Operation = {
  id: "createEmbeddings",
  tag: TAGS.embeddings,
  summary: "Make vectors of texts",
  description:
    "OpenAI's Embeddings API, with models of any provider that speaks OpenAI's or Google's API. `encoding_format` base64 holds for every provider, also for one that sends numbers only.",
  key: "bearer",
  isCall: true,
  body: json(embeddingsRequest, {
    texts: example("Two texts", {
      model: "sandbox/embedding-model-a",
      input: ["Keys can be rotated.", "Routes fail over."],
      dimensions: 4,
    }),
    base64: example("A text, as base64", {
      model: "sandbox/embedding-model-a",
      input: "Keys can be rotated.",
      encoding_format: "base64",
    }),
  }),
  replies: {
    200: {
      description: "The vectors, in the order of the texts.",
      headers: MODEL_HEADERS,
      content: json(embeddingsList),
    },
  },
  errors: ERRORS,
};

export const embedContent = (version: ApiVersion): Operation => ({
  id: named("embedContent", version),
  tag: TAGS.embeddings,
  summary: "Make the vector of a text",
  description: describe("Google's API for one text, with models of any provider.", version),
  key: "providerApiKey",
  isCall: true,
  parameters: [model],
  body: json(embedContentRequest, {
    text: example("A question", { content: QUESTION, taskType: "RETRIEVAL_QUERY", outputDimensionality: 4 }),
  }),
  replies: { 200: { description: "The vector.", headers: MODEL_HEADERS, content: json(embedContentReply) } },
  errors: [...ERRORS, "modelNameEncodingInvalid"],
});

export const batchEmbedContents = (version: ApiVersion): Operation => ({
  id: named("batchEmbedContents", version),
  tag: TAGS.embeddings,
  summary: "Make vectors of several texts",
  description: describe("Google's API for several texts, with models of any provider.", version),
  key: "providerApiKey",
  isCall: true,
  parameters: [model],
  body: json(batchEmbedContentsRequest, {
    texts: example("A text", { requests: [{ content: QUESTION, outputDimensionality: 4 }] }),
  }),
  replies: {
    200: {
      description: "The vectors, in the order of the requests.",
      headers: MODEL_HEADERS,
      content: json(batchEmbedContentsReply),
    },
  },
  errors: [...ERRORS, "modelNameEncodingInvalid"],
});
