/** Endpoints of OpenAI's Responses API; a key can only read stored responses of its own (wire-formats §2.7). */
import type { ResponsesRequest } from "#lib/contract/openai-responses/wire.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { countTokens } from "#lib/gateway/lanes/count-tokens.ts";
import { handleCall } from "#lib/gateway/lanes/handle-call.ts";
import { defineEndpoint, type Endpoint } from "#lib/gateway/request/endpoint.ts";
import { makeResumable } from "#lib/gateway/request/resumable-endpoint.ts";
import type { ResponseServices } from "./background-responses.ts";
import { compact } from "./compact.ts";
import { handleStoredCall } from "./handle-stored-call.ts";
import * as operations from "./openapi.ts";
import { readWholeInput } from "./read-whole-input.ts";
import { responseForm } from "./response-form.ts";
import { inputItemsQuery, responseQuery } from "./schema.ts";
import { cancelResponse, deleteResponse, listInputItems, readResponse } from "./stored-responses.ts";

const dialect = dialects["openai-responses"];
/** Fields that all of these endpoints share. */
const shared = { scope: "inference", dialect, loggedDialect: dialect.id } as const;

const createResponse = makeResumable(
  defineEndpoint<ResponseServices>({
    method: "POST",
    path: "/v1/responses",
    ...shared,
    dryRun: true,
    checkedByHooks: true,
    operation: operations.createResponse,
    handle: (context) =>
      handleCall(context, {
        dialect,
        wrapLane: (call, run) => {
          const { backgroundResponses, sealer } = context.services;
          return handleStoredCall(call, run, { form: responseForm, backgroundResponses, sealer });
        },
        needsGateway: (wire) => isStored(wire as ResponsesRequest),
      }),
  }),
  dialect,
);

/** Returns true for a response that is stored, or that continues a stored one. */
function isStored({ store, background, previous_response_id: previous }: ResponsesRequest): boolean {
  return store !== false || background === true || typeof previous === "string";
}

const connectResponses = defineEndpoint<ResponseServices>({
  method: "GET",
  path: "/v1/responses",
  ...shared,
  // Each response that is created over it has its row.
  logged: false,
  webSocket: true,
  // Each message is a request of its own, which is checked.
  checkedByHooks: true,
  operation: operations.connectResponses,
  handle: (context) => context.services.responseSockets.accept(context),
});

const countResponseTokens = defineEndpoint<ResponseServices>({
  method: "POST",
  path: "/v1/responses/input_tokens",
  ...shared,
  operation: operations.countResponseTokens,
  handle: (context) =>
    countTokens(context, {
      dialect,
      writeUpstreamPath: () => "/responses/input_tokens",
      parse: (json) => dialect.parseRequest(json),
      // A response that the request continues, and items that it names, are part of its prompt.
      expand: async (wire) => {
        const { store, sealer } = context.services;
        const sources = { keyId: context.principal.keyId, responses: store.responses, sealer };
        return (await readWholeInput(wire as ResponsesRequest, sources)).expanded;
      },
      write: (tokens) => ({ object: "response.input_tokens", input_tokens: tokens }),
    }),
});

const compactConversation = defineEndpoint<ResponseServices>({
  method: "POST",
  path: "/v1/responses/compact",
  ...shared,
  operation: operations.compactConversation,
  handle: compact,
});

const ONE = "/v1/responses/{response_id}";
const matchOne = (path: string) => /^\/v1\/responses\/(?!compact$)(?<response_id>[^/]+)$/.exec(path)?.groups;

export const responseEndpoints: readonly Endpoint<ResponseServices>[] = [
  createResponse,
  connectResponses,
  countResponseTokens,
  compactConversation,
  defineEndpoint({
    method: "GET",
    path: ONE,
    match: matchOne,
    ...shared,
    query: responseQuery,
    operation: operations.readResponse,
    handle: readResponse,
  }),
  defineEndpoint({
    method: "DELETE",
    path: ONE,
    match: matchOne,
    ...shared,
    operation: operations.deleteResponse,
    handle: deleteResponse,
  }),
  defineEndpoint({
    method: "POST",
    path: `${ONE}/cancel`,
    ...shared,
    callsNoModel: true,
    operation: operations.cancelResponse,
    handle: cancelResponse,
  }),
  defineEndpoint({
    method: "GET",
    path: `${ONE}/input_items`,
    ...shared,
    query: inputItemsQuery,
    operation: operations.listInputItems,
    handle: listInputItems,
  }),
];
