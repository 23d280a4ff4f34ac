/** OpenAPI operations of the Messages routes. */

import { z } from "zod";
import { countTokensRequest, requestSchema } from "#lib/contract/anthropic-messages/wire.ts";
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import { eventSchema, replySchema, tokenCountSchema } from "#lib/dialects/anthropic-messages/reply-schema.ts";
import { CALL_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation, Parameter } from "#lib/openapi/operation.ts";
import { events, example, json, MODEL_HEADERS, TAGS, WEATHER } from "#lib/openapi/operation-parts.ts";
import * as replies from "#lib/openapi/reply-examples.ts";

const version: readonly Parameter[] = [
  {
    name: "provider-version",
    in: "header",
    required: true,
    description: "Version of the API, a date. Anthropic's SDKs send `anthropic-version`, which means the same.",
    schema: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    example: "2023-06-01",
  },
  {
    name: "anthropic-beta",
    in: "header",
    description: "Names of beta features, passed on to a provider that speaks Messages.",
    schema: z.string(),
  },
];

const QUESTION = { role: "user", content: "Hello" };
const ASKED = { role: "user", content: "What is the weather in Paris?" };
const TOOL = { name: WEATHER.name, description: WEATHER.description, input_schema: WEATHER.parameters };

const MESSAGE_ERRORS: readonly ErrorName[] = [
  "versionMissing",
  "versionInvalid",
  "toolUseNotFound",
  "toolResultRepeated",
  "toolResultNotFirst",
  "toolUseRepeated",
  "toolResultsMissing",
  "threadsNotStored",
];

export const createMessage: Operation = {
  id: "createMessage",
  tag: TAGS.messages,
  summary: "Respond to a conversation",
  description: `Anthropic's Messages API, with any model of any provider. Content stays in blocks; after a \`tool_use\` the next turn has its \`tool_result\`.

With \`stream: true\` the response is sent as server-sent events, each with its name: \`message_start\`, then \`content_block_start\`, \`content_block_delta\` and \`content_block_stop\` for each block, then \`message_delta\` and \`message_stop\`. A \`ping\` bridges silences; a stream that fails ends with \`error\`.`,
  key: "apiKey",
  isCall: true,
  parameters: version,
  body: json(requestSchema, {
    text: example("A question", { model: "sandbox/echo", max_tokens: 1024, messages: [QUESTION] }),
    stream: example("The answer as it is made", {
      model: "sandbox/echo",
      max_tokens: 1024,
      messages: [QUESTION],
      stream: true,
    }),
    tools: example("A tool that the model may call", {
      model: "sandbox/guide",
      max_tokens: 1024,
      messages: [ASKED],
      tools: [TOOL],
      tool_choice: { type: "any" },
    }),
    toolResult: example("The result of a call", {
      model: "sandbox/guide",
      max_tokens: 1024,
      system: "Be brief.",
      messages: [
        ASKED,
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "toolu_1", name: TOOL.name, input: { city: "Paris" } }],
        },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "18 degrees, sunny" }] },
      ],
      tools: [TOOL],
    }),
  }),
  replies: {
    200: {
      description: "The response, whole or as a stream.",
      headers: MODEL_HEADERS,
      content: {
        ...json(replySchema, {
          text: example("A question", replies.messageText),
          tools: example("A tool that the model may call", replies.messageTools),
        }),
        ...events(eventSchema, { stream: example("The answer as it is made", replies.messageStream) }),
      },
    },
  },
  errors: [...CALL_ERRORS, ...MESSAGE_ERRORS],
};

export const countMessageTokens: Operation = {
  id: "countMessageTokens",
  tag: TAGS.messages,
  summary: "Count the tokens of a conversation",
  description:
    "Counts without calling a model. A provider that speaks Messages counts itself; for any other provider the gateway estimates the count.",
  key: "apiKey",
  parameters: version,
  body: json(countTokensRequest, {
    text: example("A question", { model: "sandbox/echo", messages: [QUESTION] }),
  }),
  replies: {
    200: {
      description: "The count.",
      headers: MODEL_HEADERS,
      content: json(tokenCountSchema, { text: example("A question", { input_tokens: 7 }) }),
    },
  },
  errors: [...CALL_ERRORS, ...MESSAGE_ERRORS],
};
