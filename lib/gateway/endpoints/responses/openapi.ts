/** OpenAPI operations of `/v1/responses`. */
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import { requestSchema } from "#lib/contract/openai-responses/wire.ts";
import {
  compactionSchema,
  deletedSchema,
  eventSchema,
  inputItemsSchema,
  replySchema,
  tokenCountSchema,
} from "#lib/dialects/openai-responses/reply-schema.ts";
import { describeQueryParameters } from "#lib/openapi/describe-query-parameters.ts";
import { CALL_ERRORS, READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { events, example, json, MODEL_HEADERS, pathParameter, TAGS, WEATHER } from "#lib/openapi/operation-parts.ts";
import * as replies from "#lib/openapi/reply-examples.ts";
import { inputItemsQuery, responseQuery } from "./schema.ts";

const responseId = pathParameter("response_id", "The `id` of a response that this key stored.", "resp_0123");

/** Errors of input that refers to stored responses. */
const INPUT_ERRORS: readonly ErrorName[] = [
  "conversationsNotStored",
  "previousResponseNotFound",
  "earlierResponseNotFound",
  "previousResponseRunning",
  "itemNotFound",
  "compactionUnreadable",
];

const BACKGROUND_ERRORS: readonly ErrorName[] = [
  "tooManyBackgroundResponses",
  "backgroundMemoryExhausted",
  "backgroundResponseStopped",
  "quotaOfItemsExceeded",
  "quotaOfBytesExceeded",
];

export const createResponse: Operation = {
  id: "createResponse",
  tag: TAGS.responses,
  summary: "Create a response",
  description: `OpenAI's Responses API, with any model of any provider. Responses are stored unless \`store\` is false, so that you can read and continue them (\`previous_response_id\`). A provider that speaks this API stores its own.

With \`stream: true\` the response is sent as server-sent events, each with its name and a \`sequence_number\`: \`response.created\`, \`response.in_progress\`, then items, their parts and deltas, and at last \`response.completed\`, \`response.incomplete\` or \`response.failed\` with the whole response. With \`background: true\` the gateway returns a response in progress at once.`,
  key: "bearer",
  isCall: true,
  body: json(requestSchema, {
    text: example("A question", { model: "sandbox/echo", input: "Hello" }),
    stream: example("The answer as it is made", { model: "sandbox/echo", input: "Hello", stream: true }),
    items: example("Items, instructions and settings", {
      model: "sandbox/echo",
      instructions: "Be brief.",
      input: [{ role: "user", content: [{ type: "input_text", text: "Hello" }] }],
      max_output_tokens: 200,
      store: false,
    }),
    tools: example("A function that the model may call", {
      model: "sandbox/guide",
      input: "What is the weather in Paris?",
      tools: [{ type: "function", ...WEATHER }],
      tool_choice: "required",
    }),
    background: example("A response to be read later", { model: "sandbox/echo", input: "Hello", background: true }),
  }),
  replies: {
    200: {
      description: "The response, whole or as a stream.",
      headers: MODEL_HEADERS,
      content: { ...json(replySchema, { text: example("A question", replies.responseText) }), ...events(eventSchema) },
    },
  },
  errors: [...CALL_ERRORS, ...INPUT_ERRORS, ...BACKGROUND_ERRORS],
};

const SOCKET_ERRORS: readonly ErrorName[] = ["webSocketRequired", "webSocketUnsupported", "tooManyWebSockets"];

export const connectResponses: Operation = {
  id: "connectResponses",
  tag: TAGS.responses,
  summary: "Create responses over a WebSocket",
  description:
    'Opens a WebSocket. Each text message is a `POST` to this path: the same JSON with `"type": "response.create"`, without `stream` and `background`, and with a `stream_id` to run several at once. The gateway answers with the events of the stream, one in each message. Without an upgrade the answer is 426.',
  key: "bearer",
  replies: { 101: { description: "The WebSocket is open." } },
  errors: [...READ_ERRORS, ...SOCKET_ERRORS],
};

export const countResponseTokens: Operation = {
  id: "countResponseTokens",
  tag: TAGS.responses,
  summary: "Count the tokens of an input",
  description:
    "Counts without calling a model, and includes the conversation that the request continues. A provider that speaks Responses counts itself; for any other provider the gateway estimates the count.",
  key: "bearer",
  body: json(requestSchema, { text: example("A question", { model: "sandbox/echo", input: "Hello" }) }),
  replies: {
    200: {
      description: "The count.",
      headers: MODEL_HEADERS,
      content: json(tokenCountSchema, {
        text: example("A question", { object: "response.input_tokens", input_tokens: 7 }),
      }),
    },
  },
  errors: [...CALL_ERRORS, ...INPUT_ERRORS],
};

export const compactConversation: Operation = {
  id: "compactResponse",
  tag: TAGS.responses,
  summary: "Compact a conversation",
  description:
    "Returns items to begin the next input with, in place of a long conversation. A provider that has this route makes them itself. For any other provider the model writes a summary, which the gateway encrypts; the sandbox encrypts the conversation as it is.",
  key: "bearer",
  isCall: true,
  body: json(requestSchema, {
    text: example("A conversation", {
      model: "sandbox/guide",
      input: [
        { role: "user", content: "My name is Ada." },
        { role: "assistant", content: "Hello Ada." },
      ],
    }),
  }),
  replies: {
    200: { description: "The items.", headers: MODEL_HEADERS, content: json(compactionSchema) },
  },
  errors: [...CALL_ERRORS, ...INPUT_ERRORS, "compactionTooLarge", "compactionIncomplete"],
};

export const readResponse: Operation = {
  id: "readResponse",
  tag: TAGS.responses,
  summary: "Read a stored response",
  description:
    "Returns a response that this key stored. With `stream=true`, sends the events of a background response, from the first or after `starting_after`, while it runs and for some minutes afterwards.",
  key: "bearer",
  parameters: [responseId, ...describeQueryParameters(responseQuery)],
  replies: {
    200: { description: "The response as it is now.", content: { ...json(replySchema), ...events(eventSchema) } },
  },
  errors: [
    ...READ_ERRORS,
    "responseNotFound",
    "startingAfterWithoutStream",
    "responseEventsNotStored",
    "sharedStreamsUnreachable",
  ],
};

export const deleteResponse: Operation = {
  id: "deleteResponse",
  tag: TAGS.responses,
  summary: "Delete a stored response",
  description: "Deletes a response that this key stored; one that still runs in the background is cancelled first.",
  key: "bearer",
  parameters: [responseId],
  replies: { 200: { description: "It is deleted.", content: json(deletedSchema) } },
  errors: [...READ_ERRORS, "responseNotFound"],
};

export const cancelResponse: Operation = {
  id: "cancelResponse",
  tag: TAGS.responses,
  summary: "Cancel a background response",
  description: "Ends a background response. One that is complete is returned as it is.",
  key: "bearer",
  parameters: [responseId],
  replies: { 200: { description: "The response as it is now.", content: json(replySchema) } },
  errors: [...READ_ERRORS, "responseNotFound", "responseNotInBackground"],
};

export const listInputItems: Operation = {
  id: "listResponseInputItems",
  tag: TAGS.responses,
  summary: "List a response's input items",
  description: "The input items of a stored response, those of the conversation it continued included, page by page.",
  key: "bearer",
  parameters: [responseId, ...describeQueryParameters(inputItemsQuery)],
  replies: { 200: { description: "A page of items.", content: json(inputItemsSchema) } },
  errors: [...READ_ERRORS, "responseNotFound", "inputItemCursorNotFound"],
};
