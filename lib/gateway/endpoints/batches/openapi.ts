/** OpenAPI operations of batches. */
import { z } from "zod";
import { batchRequest, messageBatchRequest } from "#lib/contract/batches/wire.ts";
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import { JSON_ERRORS, KEY_ERRORS, MODEL_ERRORS, READ_ERRORS, UPSTREAM_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, json, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";

const CREATE_ERRORS: readonly ErrorName[] = [
  ...KEY_ERRORS,
  ...JSON_ERRORS,
  ...MODEL_ERRORS,
  "batchModelsDiffer",
  "tooManyBatches",
  "providerLacksRoute",
  ...UPSTREAM_ERRORS,
];
const ONE_ERRORS: readonly ErrorName[] = [
  ...READ_ERRORS,
  "batchNotFound",
  "providerNotFound",
  "providerLacksRoute",
  ...UPSTREAM_ERRORS,
];
const LIST_ERRORS: readonly ErrorName[] = [...READ_ERRORS, "batchCursorNotFound"];

const openAi = { tag: TAGS.batches, key: "bearer" } as const;
const anthropic = { tag: TAGS.batches, key: "apiKey" } as const;

const batch = z
  .looseObject({
    id: z.string().describe("Id of the batch here, which is not the provider's."),
    object: z.literal("batch"),
    status: z.string(),
    input_file_id: z.string().nullable(),
    output_file_id: z.string().nullable().describe("File of this gateway with the responses."),
    error_file_id: z.string().nullable(),
  })
  .meta({ id: "Batch" });

const messageBatch = z
  .looseObject({
    id: z.string().describe("Id of the batch here, which is not the provider's."),
    type: z.literal("message_batch"),
    processing_status: z.string(),
    results_url: z.string().nullable(),
  })
  .meta({ id: "MessageBatch" });

const list = (item: z.ZodType, id: string) =>
  z
    .looseObject({
      data: z.array(item),
      has_more: z.boolean(),
      first_id: z.string().nullable(),
      last_id: z.string().nullable(),
    })
    .meta({ id });

const batchId = (sample: string) => pathParameter("batch_id", "Id of the batch.", sample);
const ofOne = { parameters: [batchId("batch_1")], errors: ONE_ERRORS };
const ofMessages = { parameters: [batchId("msgbatch_1")], errors: ONE_ERRORS };
const reply = (schema: z.ZodType, description: string) => ({ 200: { description, content: json(schema) } });

export const createBatch: Operation = {
  ...openAi,
  id: "createBatch",
  summary: "Create a batch",
  description:
    "OpenAI's Batch API. The requests are lines of a file that you upload to `/v1/files`; all name one model. The file goes to the provider of that model, which runs the batch. A batch that has ended is counted once, at the price of batches.",
  body: json(batchRequest, {
    file: example("A file of requests", {
      input_file_id: "file-0123456789abcdefghijklmn",
      endpoint: "/v1/chat/completions",
      completion_window: "24h",
    }),
  }),
  replies: reply(batch, "The batch."),
  errors: [...CREATE_ERRORS, "fileNotFound", "batchLineInvalid", "batchFileEmpty"],
};

export const listBatches: Operation = {
  ...openAi,
  id: "listBatches",
  summary: "List batches",
  description: "Batches of the key, newest first. A key with the scope `admin` sees those of all keys.",
  replies: reply(list(batch, "BatchList"), "A page of batches."),
  errors: LIST_ERRORS,
};

export const readBatch: Operation = {
  ...openAi,
  ...ofOne,
  id: "readBatch",
  summary: "Read a batch",
  description: "Reads the batch at its provider.",
  replies: reply(batch, "The batch."),
};

export const cancelBatch: Operation = {
  ...openAi,
  ...ofOne,
  id: "cancelBatch",
  summary: "Cancel a batch",
  description: "Stops the requests that have not begun.",
  replies: reply(batch, "The batch."),
};

export const createMessageBatch: Operation = {
  ...anthropic,
  id: "createMessageBatch",
  summary: "Create a batch of messages",
  description:
    "Anthropic's Message Batches API. All requests name one model, whose provider runs the batch. A batch that has ended is counted once, at the price of batches.",
  body: json(messageBatchRequest, {
    one: example("One request", {
      requests: [
        {
          custom_id: "first",
          params: {
            model: "anthropic/claude-haiku-4-5",
            max_tokens: 64,
            messages: [{ role: "user", content: "Hello" }],
          },
        },
      ],
    }),
  }),
  replies: reply(messageBatch, "The batch."),
  errors: CREATE_ERRORS,
};

export const listMessageBatches: Operation = {
  ...anthropic,
  id: "listMessageBatches",
  summary: "List batches of messages",
  description: "Batches of the key, newest first. A key with the scope `admin` sees those of all keys.",
  replies: reply(list(messageBatch, "MessageBatchList"), "A page of batches."),
  errors: LIST_ERRORS,
};

export const readMessageBatch: Operation = {
  ...anthropic,
  ...ofMessages,
  id: "readMessageBatch",
  summary: "Read a batch of messages",
  description: "Reads the batch at its provider.",
  replies: reply(messageBatch, "The batch."),
};

export const readMessageBatchResults: Operation = {
  ...anthropic,
  ...ofMessages,
  id: "readMessageBatchResults",
  summary: "Read the results of a batch of messages",
  description: "Passes on the results, one JSON object on each line.",
  replies: {
    200: {
      description: "The results.",
      headers: ["x-gateway-lane", "x-gateway-upstream", "x-upstream-request-id"],
      content: { "application/x-jsonl": { schema: z.unknown().meta({ description: "JSON lines." }) } },
    },
  },
  errors: [...ONE_ERRORS, "batchNotEnded"],
};

export const cancelMessageBatch: Operation = {
  ...anthropic,
  ...ofMessages,
  id: "cancelMessageBatch",
  summary: "Cancel a batch of messages",
  description: "Stops the requests that have not begun.",
  replies: reply(messageBatch, "The batch."),
};

export const deleteMessageBatch: Operation = {
  ...anthropic,
  ...ofMessages,
  id: "deleteMessageBatch",
  summary: "Delete a batch of messages",
  description: "Deletes a batch that has ended, at its provider and here.",
  replies: reply(
    z.strictObject({ id: z.string(), type: z.literal("message_batch_deleted") }).meta({ id: "DeletedMessageBatch" }),
    "The batch is deleted.",
  ),
};
