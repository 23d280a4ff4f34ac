/** OpenAPI operations of `POST /v1/chat/completions`. */
import { requestSchema } from "#lib/contract/openai-chat/wire.ts";
import { eventSchema, replySchema } from "#lib/dialects/openai-chat/reply-schema.ts";
import { CALL_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { events, example, json, MODEL_HEADERS, TAGS, WEATHER } from "#lib/openapi/operation-parts.ts";
import * as replies from "#lib/openapi/reply-examples.ts";

const QUESTION = { role: "user", content: "Hello" };

export const createChatCompletion: Operation = {
  id: "createChatCompletion",
  tag: TAGS.chat,
  summary: "Respond to a conversation",
  description: `OpenAI's Chat Completions API, with any model of any provider. Fields that this document does not name are passed to a provider that speaks the same API.

With \`stream: true\` the response is sent as server-sent events: chunks whose \`delta\`s add up to the response, and at the end \`data: [DONE]\`. A stream that fails ends with an event that has an \`error\`.`,
  key: "bearer",
  isCall: true,
  body: json(requestSchema, {
    text: example("A question", { model: "sandbox/echo", messages: [QUESTION] }),
    stream: example("The answer as it is made", {
      model: "sandbox/echo",
      messages: [QUESTION],
      stream: true,
      stream_options: { include_usage: true },
    }),
    tools: example("A function that the model may call", {
      model: "sandbox/guide",
      messages: [{ role: "user", content: "What is the weather in Paris?" }],
      tools: [{ type: "function", function: WEATHER }],
      tool_choice: "required",
    }),
    schema: example("JSON of a schema", {
      model: "sandbox/guide",
      messages: [{ role: "user", content: "Which city has the Eiffel Tower?" }],
      response_format: {
        type: "json_schema",
        json_schema: {
          name: "city",
          schema: {
            type: "object",
            properties: { name: { type: "string" } },
            required: ["name"],
            additionalProperties: false,
          },
        },
      },
    }),
    settings: example("A system message and settings", {
      model: "sandbox/echo",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: [{ type: "text", text: "Hello" }] },
      ],
      temperature: 0.2,
      max_completion_tokens: 200,
      stop: ["\n\n"],
      logprobs: true,
      top_logprobs: 2,
    }),
  }),
  replies: {
    200: {
      description: "The response, whole or as a stream.",
      headers: MODEL_HEADERS,
      content: {
        ...json(replySchema, {
          text: example("A question", replies.chatText),
          tools: example("A function that the model may call", replies.chatTools),
        }),
        ...events(eventSchema, { stream: example("The answer as it is made", replies.chatStream) }),
      },
    },
  },
  errors: CALL_ERRORS,
};
