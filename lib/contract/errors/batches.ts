/** Errors of batches, and of the files with their requests. */
import { defineErrors } from "./define-errors.ts";
import { code, count, quote, sentence } from "./wording.ts";

export const batchErrors = defineErrors({
  batchNotFound: {
    status: 404,
    code: "batch_not_found",
    message: ({ id }: { id: string }) =>
      `This key has no batch ${quote(id)}. Check the id, and list the batches with a GET.`,
    sample: { id: "batch_1" },
  },
  batchLineInvalid: {
    status: 400,
    code: "invalid_batch_line",
    param: "input_file_id",
    message: ({ line, problem }: { line: number /** Rest of a sentence. */; problem: string }) =>
      `Line ${count(line)} of the file ${sentence(problem)}`,
    sample: { line: 2, problem: "must be a JSON object with `custom_id`, `url` and `body`" },
  },
  batchFileEmpty: {
    status: 400,
    code: "empty_batch",
    param: "input_file_id",
    message: "The file must have at least one line with a request.",
  },
  batchModelsDiffer: {
    status: 400,
    code: "invalid_value",
    message: ({ param, first, other }: { param: string; first: string; other: string }) =>
      `${code(param)} must be ${quote(first)}, as in the requests before it; got ${quote(other)}. One provider runs a batch, for one model. Create a batch for each model.`,
    sample: {
      param: "requests[1].params.model",
      first: "anthropic/claude-opus-4-8",
      other: "anthropic/claude-haiku-4-5",
    },
  },
  tooManyBatches: {
    status: 429,
    code: "too_many_batches",
    message: ({ limit }: { limit: number }) =>
      `This key has ${count(limit)} batches of the last 30 days already. Create more when some are older.`,
    sample: { limit: 10_000 },
  },
  batchNotEnded: {
    status: 400,
    code: "batch_not_ended",
    message: ({ id }: { id: string }) => `Batch ${quote(id)} has not ended. Read its results later.`,
    sample: { id: "msgbatch_1" },
  },
  batchCursorNotFound: {
    status: 400,
    code: "invalid_value",
    message: ({ param }: { param: string }) => `\`${param}\` must be the id of a batch of this key.`,
    sample: { param: "after" },
  },
});
