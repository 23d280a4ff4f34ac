/** Endpoints for embeddings, in OpenAI's API and in Google's. */
import { defineEndpoint, type Endpoint } from "#lib/gateway/request/endpoint.ts";
import { API_VERSIONS, createActionPath } from "#lib/gateway/request/google-paths.ts";
import { type EmbeddingsFormat, googleBatchFormat, googleFormat, openAiFormat } from "./embeddings-format.ts";
import { handleEmbeddings } from "./handler.ts";
import * as operations from "./openapi.ts";

const of = (format: EmbeddingsFormat) =>
  ({
    method: "POST",
    scope: "inference",
    dialect: format.text,
    loggedDialect: format.dialect.id,
    dryRun: true,
    handle: (context) => handleEmbeddings(context, format),
  }) satisfies Partial<Endpoint>;

export const embeddingEndpoints: readonly Endpoint[] = [
  defineEndpoint({ path: "/v1/embeddings", ...of(openAiFormat), operation: operations.createEmbeddings }),
  ...API_VERSIONS.flatMap((version) => [
    defineEndpoint({
      ...createActionPath(version, "embedContent"),
      ...of(googleFormat),
      operation: operations.embedContent(version),
    }),
    defineEndpoint({
      ...createActionPath(version, "batchEmbedContents"),
      ...of(googleBatchFormat),
      operation: operations.batchEmbedContents(version),
    }),
  ]),
];
