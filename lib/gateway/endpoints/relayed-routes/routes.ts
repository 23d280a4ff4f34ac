/** Endpoints of OpenAI's API that are passed on unchanged: moderations, rerank and legacy completions. */
import {
  completionRequest,
  moderationRequest,
  type RerankRequest,
  rerankRequest,
} from "#lib/contract/relayed-routes/wire.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { findInputTokens } from "#lib/dialects/embeddings-dialect.ts";
import type { RelayDialect } from "#lib/gateway/lanes/relay.ts";
import { defineEndpoint, type Endpoint } from "#lib/gateway/request/endpoint.ts";
import { handleRelayed, type RelayedRoute } from "./handler.ts";
import * as operations from "./openapi.ts";
import { rerankHere } from "./rerank-here.ts";

const chat = dialects["openai-chat"];

const dialectOf = (
  id: string,
  path: string,
  readReplyUsage: RelayDialect["readReplyUsage"] = chat.readReplyUsage,
): RelayDialect => ({
  ...{ id, modelPlace: "body", writeUpstreamPath: () => path, relayedHeaders: [], ping: chat.ping },
  ...{ writeStreamError: chat.writeStreamError, readError: chat.readError, readStreamTail: chat.readStreamTail },
  readReplyUsage,
});

const endpointOf = (path: string, route: RelayedRoute, operation: Endpoint["operation"]): Endpoint =>
  defineEndpoint({
    ...{ method: "POST", path, scope: "inference", dialect: chat, dryRun: true, operation },
    loggedDialect: route.dialect.id,
    handle: (context) => handleRelayed(context, route),
  });

export const relayedEndpoints: readonly Endpoint[] = [
  endpointOf(
    "/v1/moderations",
    {
      dialect: dialectOf("openai-moderations", "/moderations", () => undefined),
      ...{ schema: moderationRequest, maxTokens: 0 },
    },
    operations.createModeration,
  ),
  endpointOf(
    "/v1/rerank",
    {
      dialect: dialectOf("rerank", "/rerank", (body) => findInputTokens(body, "total_tokens")),
      ...{ schema: rerankRequest, maxTokens: 0 },
      builtIn: {
        serves: ({ builtIn, model }) => builtIn.findModel(model)?.capabilities.embeddings === true,
        run: (context, { wire, resolved }) => rerankHere(context, { wire: wire as RerankRequest, resolved }),
      },
    },
    operations.rerank,
  ),
  endpointOf(
    "/v1/completions",
    { dialect: dialectOf("openai-completions", "/completions"), schema: completionRequest },
    operations.createCompletion,
  ),
];
