/** OpenAPI operations of `/v1beta/interactions`. */

import { z } from "zod";
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import { requestSchema } from "#lib/contract/google-interactions/wire.ts";
import { eventSchema, interactionSchema } from "#lib/dialects/google-interactions/reply-schema.ts";
import { type ApiVersion, describe, named } from "#lib/gateway/request/google-paths.ts";
import { describeQueryParameters } from "#lib/openapi/describe-query-parameters.ts";
import { CALL_ERRORS, READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { events, example, json, MODEL_HEADERS, pathParameter, TAGS, WEATHER } from "#lib/openapi/operation-parts.ts";
import { interactionQuery } from "./schema.ts";

const interactionId = pathParameter(
  "interaction_id",
  "The `id` of an interaction that this key stored.",
  "interaction_0123",
);

const INPUT_ERRORS: readonly ErrorName[] = [
  "previousInteractionNotFound",
  "earlierInteractionNotFound",
  "previousInteractionRunning",
];

const BACKGROUND_ERRORS: readonly ErrorName[] = [
  "tooManyBackgroundResponses",
  "backgroundMemoryExhausted",
  "backgroundResponseStopped",
  "quotaOfItemsExceeded",
  "quotaOfBytesExceeded",
];

export const createInteraction = (version: ApiVersion): Operation => ({
  id: named("createInteraction", version),
  tag: TAGS.interactions,
  summary: "Create an interaction",
  description: describe(
    `Google's Interactions API, with any model of any provider. Interactions are stored unless \`store\` is false, so that you can read and continue them (\`previous_interaction_id\`). A provider that speaks this API stores its own, unless \`background\` is true.

With \`stream: true\` the response is sent as server-sent events: \`interaction.created\`, then \`step.start\`, \`step.delta\` and \`step.stop\` for each step, and at last \`interaction.completed\`. With \`background: true\` the gateway returns an interaction in progress at once.`,
    version,
  ),
  key: "providerApiKey",
  isCall: true,
  body: json(requestSchema, {
    text: example("A question", { model: "sandbox/echo", input: "Hello" }),
    stream: example("The answer as it is made", { model: "sandbox/echo", input: "Hello", stream: true }),
    steps: example("A conversation, an instruction and settings", {
      model: "sandbox/echo",
      system_instruction: "Be brief.",
      input: [
        { type: "user_input", content: [{ type: "text", text: "Hello" }] },
        { type: "model_output", content: [{ type: "text", text: "Hello." }] },
        { type: "user_input", content: [{ type: "text", text: "How are you?" }] },
      ],
      generation_config: { temperature: 0.2, max_output_tokens: 200 },
      store: false,
    }),
    tools: example("A function that the model may call", {
      model: "sandbox/guide",
      input: "What is the weather in Paris?",
      tools: [{ type: "function", ...WEATHER }],
      generation_config: { tool_choice: "any" },
    }),
    background: example("An interaction to be read later", { model: "sandbox/echo", input: "Hello", background: true }),
  }),
  replies: {
    200: {
      description: "The interaction, whole or as a stream.",
      headers: MODEL_HEADERS,
      content: { ...json(interactionSchema), ...events(eventSchema) },
    },
  },
  errors: [...CALL_ERRORS, ...INPUT_ERRORS, ...BACKGROUND_ERRORS],
});

export const readInteraction = (version: ApiVersion): Operation => ({
  id: named("readInteraction", version),
  tag: TAGS.interactions,
  summary: "Read a stored interaction",
  description: describe(
    "Returns an interaction that this key stored. With `stream=true`, sends its events: those of a background interaction from the first or after `last_event_id`, while it runs and for some minutes afterwards.",
    version,
  ),
  key: "providerApiKey",
  parameters: [interactionId, ...describeQueryParameters(interactionQuery)],
  replies: {
    200: {
      description: "The interaction as it is now.",
      content: { ...json(interactionSchema), ...events(eventSchema) },
    },
  },
  errors: [
    ...READ_ERRORS,
    "interactionNotFound",
    "lastEventIdWithoutStream",
    "interactionEventsNotStored",
    "sharedStreamsUnreachable",
  ],
});

export const deleteInteraction = (version: ApiVersion): Operation => ({
  id: named("deleteInteraction", version),
  tag: TAGS.interactions,
  summary: "Delete a stored interaction",
  description: describe(
    "Deletes an interaction that this key stored; one that still runs in the background is cancelled first.",
    version,
  ),
  key: "providerApiKey",
  parameters: [interactionId],
  replies: { 200: { description: "It is deleted.", content: json(z.looseObject({})) } },
  errors: [...READ_ERRORS, "interactionNotFound"],
});

export const cancelInteraction = (version: ApiVersion): Operation => ({
  id: named("cancelInteraction", version),
  tag: TAGS.interactions,
  summary: "Cancel a background interaction",
  description: describe("Ends a background interaction. One that is complete is returned as it is.", version),
  key: "providerApiKey",
  parameters: [interactionId],
  replies: { 200: { description: "The interaction as it is now.", content: json(interactionSchema) } },
  errors: [...READ_ERRORS, "interactionNotFound", "interactionNotInBackground"],
});
