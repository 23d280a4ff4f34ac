/** OpenAPI operations of a model's actions, in Google's dialect. */
import { z } from "zod";
import { bodySchema, countTokensSchema } from "#lib/contract/google-generate/wire.ts";
import { eventSchema, replySchema, tokenCountSchema } from "#lib/dialects/google-generate/reply-schema.ts";
import { type ApiVersion, describe, named } from "#lib/gateway/request/google-paths.ts";
import { CALL_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { events, example, json, MODEL_HEADERS, pathParameter, TAGS, WEATHER } from "#lib/openapi/operation-parts.ts";
import * as replies from "#lib/openapi/reply-examples.ts";

const model = pathParameter(
  "model",
  "`<provider>/<model>` or an alias. Slashes may be written as `%2F`. A name under `tunedModels/` replaces `models/`.",
  "sandbox/echo",
);
const QUESTION = [{ role: "user", parts: [{ text: "Hello" }] }];

const body = json(bodySchema, {
  text: example("A question", { contents: QUESTION }),
  settings: example("An instruction and settings", {
    contents: QUESTION,
    systemInstruction: { parts: [{ text: "Be brief." }] },
    generationConfig: { temperature: 0.2, maxOutputTokens: 200 },
    safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_ONLY_HIGH" }],
    tools: [{ functionDeclarations: [WEATHER] }],
  }),
});

export const generateContent = (version: ApiVersion): Operation => ({
  id: named("generateContent", version),
  tag: TAGS.generateContent,
  summary: "Respond to a conversation",
  description: describe("Google's generateContent API, with any model of any provider.", version),
  key: "providerApiKey",
  isCall: true,
  parameters: [model],
  body,
  replies: {
    200: {
      description: "The response.",
      headers: MODEL_HEADERS,
      content: json(replySchema, { text: example("A question", replies.generated) }),
    },
  },
  errors: [...CALL_ERRORS, "modelNameEncodingInvalid", "schemaNotSupported"],
});

export const streamGenerateContent = (version: ApiVersion): Operation => ({
  id: named("streamGenerateContent", version),
  tag: TAGS.generateContent,
  summary: "Respond to a conversation as a stream",
  description: describe(
    "Always a stream of server-sent events. Each holds a piece of the response; the last one has the finish reason and the usage. With `alt=json` it is one JSON array, written piece by piece.",
    version,
  ),
  key: "providerApiKey",
  isCall: true,
  parameters: [
    model,
    {
      name: "alt",
      in: "query",
      description: "`sse`, which is also the default, or `json` for an array.",
      schema: z.enum(["sse", "json"]).default("sse"),
    },
  ],
  body,
  replies: {
    200: {
      description: "The response as a stream.",
      headers: MODEL_HEADERS,
      content: {
        ...events(eventSchema, { text: example("A question", replies.generatedStream) }),
        ...json(z.array(eventSchema)),
      },
    },
  },
  errors: [...CALL_ERRORS, "modelNameEncodingInvalid", "schemaNotSupported"],
});

export const countTokens = (version: ApiVersion): Operation => ({
  id: named("countTokens", version),
  tag: TAGS.generateContent,
  summary: "Count the tokens of a conversation",
  description: describe(
    "Counts without calling a model. A provider that speaks this API counts itself; for any other provider the gateway estimates the count.",
    version,
  ),
  key: "providerApiKey",
  parameters: [model],
  body: json(countTokensSchema, { text: example("A question", { contents: QUESTION }) }),
  replies: {
    200: {
      description: "The count.",
      headers: MODEL_HEADERS,
      content: json(tokenCountSchema, {
        text: example("A question", {
          totalTokens: 7,
          promptTokensDetails: [{ modality: "TEXT", tokenCount: 7 }],
        }),
      }),
    },
  },
  errors: [...CALL_ERRORS, "modelNameEncodingInvalid", "schemaNotSupported"],
});
