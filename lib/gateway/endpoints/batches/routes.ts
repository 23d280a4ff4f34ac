/** Endpoints of batches in two APIs (wire-formats §13). */
import { batchQuery, messageBatchQuery } from "#lib/contract/batches/wire.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { defineEndpoint, type Endpoint } from "#lib/gateway/request/endpoint.ts";
import { anthropicBatches, openAiBatches } from "./batch-apis.ts";
import * as messages from "./message-batches.ts";
import { cancelBatch, createBatch, listOpenAiBatches, readBatch } from "./openai-batches.ts";
import * as operations from "./openapi.ts";
import type { BatchServices } from "./start-batch.ts";

const openAi = {
  scope: "inference",
  dialect: dialects["openai-chat"],
  loggedDialect: openAiBatches.dialect,
} as const;
const anthropic = {
  scope: "inference",
  dialect: dialects["anthropic-messages"],
  loggedDialect: anthropicBatches.dialect,
} as const;

const ONE = "/v1/batches/{batch_id}";
const MESSAGES = "/v1/messages/batches";
const ONE_OF_MESSAGES = `${MESSAGES}/{batch_id}`;
const define = defineEndpoint<BatchServices>;

export const batchEndpoints: readonly Endpoint<BatchServices>[] = [
  define({ method: "POST", path: "/v1/batches", ...openAi, operation: operations.createBatch, handle: createBatch }),
  defineEndpoint<BatchServices>({
    method: "GET",
    path: "/v1/batches",
    ...openAi,
    query: batchQuery,
    operation: operations.listBatches,
    handle: listOpenAiBatches,
  }),
  define({ method: "GET", path: ONE, ...openAi, operation: operations.readBatch, handle: readBatch }),
  define({
    method: "POST",
    path: `${ONE}/cancel`,
    ...openAi,
    callsNoModel: true,
    operation: operations.cancelBatch,
    handle: cancelBatch,
  }),
  define({
    method: "POST",
    path: MESSAGES,
    ...anthropic,
    operation: operations.createMessageBatch,
    handle: messages.createMessageBatch,
  }),
  define({
    method: "GET",
    path: MESSAGES,
    ...anthropic,
    query: messageBatchQuery,
    operation: operations.listMessageBatches,
    handle: messages.listMessageBatches,
  }),
  define({
    method: "GET",
    path: ONE_OF_MESSAGES,
    ...anthropic,
    operation: operations.readMessageBatch,
    handle: messages.readMessageBatch,
  }),
  define({
    method: "GET",
    path: `${ONE_OF_MESSAGES}/results`,
    ...anthropic,
    operation: operations.readMessageBatchResults,
    handle: messages.readMessageBatchResults,
  }),
  define({
    method: "POST",
    path: `${ONE_OF_MESSAGES}/cancel`,
    ...anthropic,
    callsNoModel: true,
    operation: operations.cancelMessageBatch,
    handle: messages.cancelMessageBatch,
  }),
  define({
    method: "DELETE",
    path: ONE_OF_MESSAGES,
    ...anthropic,
    operation: operations.deleteMessageBatch,
    handle: messages.deleteMessageBatch,
  }),
];
