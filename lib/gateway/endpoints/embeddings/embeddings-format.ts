/** Embeddings in one API, as a client speaks it. */
import { dialects } from "#lib/dialects/all-dialects.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import type { EmbeddingsDialect } from "#lib/dialects/embeddings-dialect.ts";
import { googleBatchEmbeddings, googleEmbeddings } from "#lib/dialects/google-embeddings/index.ts";
import { formatModelPath } from "#lib/dialects/google-generate/model-path.ts";
import { openAiEmbeddings } from "#lib/dialects/openai-embeddings/index.ts";
import { findOpenAiDialect } from "#lib/gateway/lanes/find-openai-headers.ts";
import type { RelayDialect } from "#lib/gateway/lanes/relay.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";

export type EmbeddingsFormat = {
  dialect: EmbeddingsDialect;
  /** Dialect of its errors. */
  text: Dialect;
  modelPlace: Dialect["modelPlace"];
  writePath(model: string): string;
  /** Returns the dialect of the upstream that shares its credential; undefined for an upstream without this API. */
  findHeaders(upstream: Upstream): string | undefined;
};

const findGoogleHeaders = ({ dialects }: Upstream) => dialects.find((dialect) => dialect === "google-generate");

export const openAiFormat: EmbeddingsFormat = {
  dialect: openAiEmbeddings as EmbeddingsDialect,
  text: dialects["openai-chat"],
  modelPlace: "body",
  writePath: () => "/embeddings",
  findHeaders: findOpenAiDialect,
};

export const googleFormat: EmbeddingsFormat = {
  dialect: googleEmbeddings as EmbeddingsDialect,
  text: dialects["google-generate"],
  modelPlace: "path",
  writePath: (model) => `${formatModelPath(model)}:embedContent`,
  findHeaders: findGoogleHeaders,
};

export const googleBatchFormat: EmbeddingsFormat = {
  ...googleFormat,
  dialect: googleBatchEmbeddings as EmbeddingsDialect,
  writePath: (model) => `${formatModelPath(model)}:batchEmbedContents`,
};

/** Returns what the relay needs of a format. */
export function toRelayDialect({ dialect, text, modelPlace, writePath }: EmbeddingsFormat): RelayDialect {
  return {
    id: dialect.id,
    modelPlace,
    writeUpstreamPath: ({ model }) => writePath(model),
    relayedHeaders: [],
    ping: text.ping,
    writeStreamError: text.writeStreamError,
    readError: text.readError,
    readReplyUsage: dialect.readReplyUsage,
    readStreamTail: text.readStreamTail,
  };
}
