/** OpenAPI operations of `:predictLongRunning` and its operations. */

import { predictRequest } from "#lib/contract/google-operations/wire.ts";
import { operation, operationList } from "#lib/dialects/google-operations/reply-schema.ts";
import { type ApiVersion, describe, named } from "#lib/gateway/request/google-paths.ts";
import { describeQueryParameters } from "#lib/openapi/describe-query-parameters.ts";
import { READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { emptyObject, example, json, MODEL_HEADERS, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";
import { queuedOperation } from "#lib/openapi/reply-examples.ts";
import { CREATE_ERRORS, idempotencyKey } from "./openapi.ts";
import { operationsQuery } from "./read-operations.ts";

/** `ofModel`: true for the path with the model's name before the operation's. */
type Of = { version: ApiVersion; ofModel: boolean };

const model = pathParameter("model", "`<provider>/<model>` or an alias, with its slashes.", "video-model-a");
const operationId = pathParameter(
  "operation_id",
  "The part of its name after `operations/`, or the id of the video task.",
  "0123",
);

const describeId = (id: string, { version, ofModel }: Of) => named(ofModel ? `${id}OfModel` : id, version);
const describeParameters = ({ ofModel }: Of) => (ofModel ? [model, operationId] : [operationId]);
const described = (text: string, { version, ofModel }: Of) =>
  describe(ofModel ? `By the name that Google's SDKs use for operations. ${text}` : text, version);

export const startPrediction = (version: ApiVersion): Operation => ({
  id: named("predictLongRunning", version),
  tag: TAGS.videos,
  summary: "Create videos",
  description: describe(
    "Returns an operation at once, which runs in the background. It can be read as a video task too.",
    version,
  ),
  key: "providerApiKey",
  isCall: true,
  parameters: [model, idempotencyKey],
  body: json(predictRequest.meta({ id: "PredictLongRunningRequest" }), {
    lighthouse: example("A video", {
      instances: [{ prompt: "A lighthouse at dusk, waves rolling in" }],
      parameters: { aspectRatio: "16:9", durationSeconds: 4 },
    }),
  }),
  replies: {
    200: {
      description: "The operation, which is not done.",
      headers: MODEL_HEADERS,
      content: json(operation, { lighthouse: example("The operation as it begins", queuedOperation) }),
    },
  },
  errors: CREATE_ERRORS,
});

export const readOperation = (of: Of): Operation => ({
  id: describeId("readOperation", of),
  tag: TAGS.videos,
  summary: "Read an operation",
  description: described("Poll it until `done` is true.", of),
  key: "providerApiKey",
  parameters: describeParameters(of),
  replies: { 200: { description: "The operation.", content: json(operation) } },
  errors: [...READ_ERRORS, "videoNotFound"],
});

export const listOperations = (of: Of): Operation => ({
  id: describeId("listOperations", of),
  tag: TAGS.videos,
  summary: of.ofModel ? "List the operations of a model" : "List the operations",
  description: described("The operations of this key, newest first, page by page.", of),
  key: "providerApiKey",
  parameters: [...(of.ofModel ? [model] : []), ...describeQueryParameters(operationsQuery)],
  replies: { 200: { description: "A page of operations.", content: json(operationList) } },
  errors: [...READ_ERRORS, "videoCursorNotFound"],
});

export const cancelOperation = (of: Of): Operation => ({
  id: describeId("cancelOperation", of),
  tag: TAGS.videos,
  summary: "Cancel an operation",
  description: described(
    "Stops the work: the operation is then done, with an error. One that was done stays as it is.",
    of,
  ),
  key: "providerApiKey",
  parameters: describeParameters(of),
  replies: { 200: { description: "It is cancelled.", content: json(emptyObject) } },
  errors: [...READ_ERRORS, "videoNotFound"],
});

export const deleteOperation = (of: Of): Operation => ({
  id: describeId("deleteOperation", of),
  tag: TAGS.videos,
  summary: "Delete an operation",
  description: described("Deletes the operation and its videos. One that still runs is stopped.", of),
  key: "providerApiKey",
  parameters: describeParameters(of),
  replies: { 200: { description: "It is deleted.", content: json(emptyObject) } },
  errors: [...READ_ERRORS, "videoNotFound"],
});
