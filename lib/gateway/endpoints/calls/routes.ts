/**
 * Endpoints that call a model in the dialects of Chat Completions, Messages and generateContent, and count its tokens.
 */
import { z } from "zod";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { parseCountTokensRequest } from "#lib/dialects/anthropic-messages/index.ts";
import type { Dialect, WireRequest } from "#lib/dialects/dialect.ts";
import { createArrayStreamWriter, parseCountTokens } from "#lib/dialects/google-generate/index.ts";
import { formatModelPath } from "#lib/dialects/google-generate/model-path.ts";
import { countTokens } from "#lib/gateway/lanes/count-tokens.ts";
import { handleCall } from "#lib/gateway/lanes/handle-call.ts";
import { defineEndpoint, type Endpoint } from "#lib/gateway/request/endpoint.ts";
import { API_VERSIONS, type ApiVersion, createActionPath } from "#lib/gateway/request/google-paths.ts";
import { makeResumable } from "#lib/gateway/request/resumable-endpoint.ts";
import { requireMessagesVersion } from "./messages-version.ts";
import { createChatCompletion } from "./openapi-chat.ts";
import * as google from "./openapi-generate-content.ts";
import * as messagesOperations from "./openapi-messages.ts";

const chat = dialects["openai-chat"];
const messages = dialects["anthropic-messages"];
const generate = dialects["google-generate"];

const ofChat = { scope: "inference", dryRun: true, dialect: chat, loggedDialect: chat.id } as const;
const ofMessages = { scope: "inference", dialect: messages, loggedDialect: messages.id } as const;
const ofGenerate = { scope: "inference", dialect: generate, loggedDialect: generate.id } as const;

const createChat = defineEndpoint({
  method: "POST",
  path: "/v1/chat/completions",
  ...ofChat,
  checkedByHooks: true,
  operation: createChatCompletion,
  handle: (context) => handleCall(context, { dialect: chat }),
});

const createMessage = defineEndpoint({
  method: "POST",
  path: "/v1/messages",
  ...ofMessages,
  dryRun: true,
  checkedByHooks: true,
  operation: messagesOperations.createMessage,
  handle(context) {
    requireMessagesVersion(context.request);
    return handleCall(context, { dialect: messages });
  },
});

const countMessageTokens = defineEndpoint({
  method: "POST",
  path: "/v1/messages/count_tokens",
  ...ofMessages,
  operation: messagesOperations.countMessageTokens,
  handle(context) {
    requireMessagesVersion(context.request);
    return countTokens(context, {
      dialect: messages,
      writeUpstreamPath: () => "/messages/count_tokens",
      parse: (json) => parseCountTokensRequest(json) as WireRequest,
      write: (tokens) => ({ input_tokens: tokens }),
    });
  },
});

/** Stream as one JSON array, for a client that sends `alt=json`; white space bridges its silences. */
const generateArray: Dialect = {
  ...generate,
  createStreamWriter: createArrayStreamWriter as Dialect["createStreamWriter"],
  streamContentType: "application/json; charset=utf-8",
  ping: "\n",
};

const altQuery = z.object({ alt: z.string().optional() });

function generateEndpoints(version: ApiVersion): readonly Endpoint[] {
  const whole = defineEndpoint({
    method: "POST",
    ...createActionPath(version, "generateContent"),
    ...ofGenerate,
    dryRun: true,
    checkedByHooks: true,
    operation: google.generateContent(version),
    handle: (context) =>
      handleCall(context, { dialect: generate, parameters: { model: context.params.model ?? "", stream: false } }),
  });
  const stream = defineEndpoint({
    method: "POST",
    ...createActionPath(version, "streamGenerateContent"),
    ...ofGenerate,
    dryRun: true,
    checkedByHooks: true,
    query: altQuery,
    operation: google.streamGenerateContent(version),
    handle: (context) =>
      handleCall(context, {
        dialect: context.query.alt === "json" ? generateArray : generate,
        parameters: { model: context.params.model ?? "", stream: true },
      }),
  });
  const count = defineEndpoint({
    method: "POST",
    ...createActionPath(version, "countTokens"),
    ...ofGenerate,
    operation: google.countTokens(version),
    handle: (context) =>
      countTokens(context, {
        dialect: generate,
        writeUpstreamPath: (model) => `${formatModelPath(model)}:countTokens`,
        parse: (json, model = "") => parseCountTokens(json, { model }),
        write: (tokens) => ({
          totalTokens: tokens,
          promptTokensDetails: [{ modality: "TEXT", tokenCount: tokens }],
        }),
      }),
  });
  return [makeResumable(whole, generate), makeResumable(stream, generate), count];
}

export const callEndpoints: readonly Endpoint[] = [
  makeResumable(createChat, chat),
  makeResumable(createMessage, messages),
  countMessageTokens,
  ...API_VERSIONS.flatMap(generateEndpoints),
];
