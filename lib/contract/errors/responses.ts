/** Errors of stored, background and resumable responses, and of the request log. */
import { defineErrors } from "./define-errors.ts";
import { code, count, quote } from "./wording.ts";

const PREVIOUS = { status: 400, param: "previous_response_id" } as const;

export const responseErrors = defineErrors({
  responseNotFound: {
    status: 404,
    code: "response_not_found",
    param: "response_id",
    message: ({ id }: { id: string }) =>
      `Response ${quote(id)} not found. It may have expired, been deleted, been created with \`store: false\`, or belong to another key.`,
    sample: { id: "resp_abc" },
  },
  previousResponseNotFound: {
    ...PREVIOUS,
    code: "previous_response_not_found",
    message: ({ id }: { id: string }) =>
      `\`previous_response_id\` ${quote(id)} not found. It may have expired, been deleted, been created with \`store: false\`, or belong to another key or provider.`,
    sample: { id: "resp_abc" },
  },
  earlierResponseNotFound: {
    ...PREVIOUS,
    code: "previous_response_not_found",
    message: ({ id, missing }: { id: string /** Id of a response that it continues. */; missing: string }) =>
      `\`previous_response_id\` ${quote(id, 64)} continues ${quote(missing, 64)}, which was not found. Send the conversation's items instead.`,
    sample: { id: "resp_def", missing: "resp_abc" },
  },
  previousResponseRunning: {
    ...PREVIOUS,
    code: "previous_response_not_finished",
    message: ({ id }: { id: string }) =>
      `\`previous_response_id\` ${quote(id)} has not ended yet. Continue it when its \`status\` is "completed".`,
    sample: { id: "resp_abc" },
  },
  conversationsNotStored: {
    status: 400,
    code: "unsupported_parameter",
    param: "conversation",
    message:
      "`conversation` is not supported: the gateway stores no conversations. Use `previous_response_id` or send the items.",
  },
  threadsNotStored: {
    status: 400,
    code: "thread_unsupported_request",
    param: "thread",
    message: "`thread` is not supported for this model. Send the whole conversation without it.",
  },
  itemNotFound: {
    status: 400,
    code: "item_not_found",
    message: ({ param, id }: { param: string; id: string }) =>
      `${code(param)} refers to the item ${quote(id)}, which was not found. Send the item itself, as SDKs do with \`store: false\`.`,
    sample: { param: "input[0].id", id: "msg_abc" },
  },
  compactionUnreadable: {
    status: 400,
    code: "invalid_encrypted_content",
    message: ({ param }: { param: string }) =>
      `${code(param)} can't be read: it was changed, or another gateway made it. Send the conversation's items instead.`,
    sample: { param: "input[0].encrypted_content" },
  },
  compactionTooLarge: {
    status: 400,
    code: "invalid_value",
    param: "input",
    message: ({ limit }: { limit: number }) =>
      `\`input\` is too long to compact: the encrypted result may have at most ${count(limit)} characters.`,
    sample: { limit: 10_485_760 },
  },
  compactionIncomplete: {
    status: 502,
    code: "compaction_incomplete",
    message: ({ model }: { model: string }) =>
      `${quote(model)} did not write a whole summary of the conversation. Try again, or use another model.`,
    sample: { model: "openai/gpt-x" },
  },
  inputItemCursorNotFound: {
    status: 400,
    code: "invalid_value",
    param: "after",
    message: "`after` must be the id of an input item of this response. Start again at the first page.",
  },
  startingAfterWithoutStream: {
    status: 400,
    code: "invalid_value",
    param: "starting_after",
    message: "`starting_after` requires `stream=true`.",
  },
  responseEventsNotStored: {
    status: 400,
    code: "invalid_value",
    param: "stream",
    message: ({ id }: { id: string }) =>
      `\`stream\` must be absent for response ${quote(id)}: its events are not stored. Read it without \`stream\`.`,
    sample: { id: "resp_abc" },
  },
  responseNotInBackground: {
    status: 400,
    param: "response_id",
    message: ({ id }: { id: string }) =>
      `Response ${quote(id)} can't be cancelled: it was not created with \`background: true\`.`,
    sample: { id: "resp_abc" },
  },
  tooManyBackgroundResponses: {
    status: 429,
    headers: { "retry-after": "5" },
    message: ({ limit }: { limit: number }) =>
      `Too many background responses running (limit ${count(limit)}). Try again when some have ended.`,
    sample: { limit: 1_000 },
  },
  backgroundMemoryExhausted: {
    status: 503,
    headers: { "retry-after": "5" },
    message: "Running background responses use all available memory. Try again in a few seconds.",
  },
  backgroundResponseStopped: {
    status: 503,
    message: "The gateway stopped before this response was complete. Send the request again.",
  },
  backgroundResponseInterrupted: {
    status: 502,
    code: "instance_ended",
    message:
      "The gateway instance that ran this response ended before it was complete. The request was not sent again, since the provider may bill it twice. Send it again if you want that.",
  },
  backgroundKeyInactive: {
    status: 403,
    message: "The API key of this response was revoked or has expired, so the response was not continued.",
  },
  backgroundResponseCut: { status: 502, message: "The response ended before it was complete. Send the request again." },
  requestIdTaken: {
    status: 409,
    code: "request_id_taken",
    param: "x-request-id",
    message: ({ id }: { id: string }) =>
      `\`x-request-id\` ${quote(id)} is already in use. Use a new id for each request.`,
    sample: { id: "req_1" },
  },
  resumableNotFound: {
    status: 404,
    code: "exchange_not_found",
    message: ({ id }: { id: string }) =>
      `Resumable response ${quote(id, 64)} not found. It may have expired or belong to another key.`,
    sample: { id: "req_1" },
  },
  resumableElsewhere: {
    status: 404,
    code: "exchange_not_found",
    message: ({ id }: { id: string }) =>
      `Resumable response ${quote(id, 64)} not found on this instance. Without REDIS_URL, only the instance that runs a response can read it.`,
    sample: { id: "req_1" },
  },
  resumableLost: {
    status: 502,
    code: "response_lost",
    message:
      "The rest of this response is lost: the instance that ran it has ended or can't be reached. Send the request again.",
  },
  backgroundStreamLost: {
    status: 502,
    code: "response_lost",
    message:
      "The instance that ran this response has ended or can't be reached. Read the response again: it may go on at another instance.",
  },
  instanceSilent: {
    status: 503,
    code: "instance_silent",
    headers: { "retry-after": "5" },
    message: "The instance that runs this response did not reply. Try again in 5 seconds.",
  },
  sharedStreamsUnreachable: {
    status: 503,
    code: "shared_streams_unreachable",
    headers: { "retry-after": "5" },
    message: "Responses of other instances can't be read because Redis can't be reached. Try again in 5 seconds.",
  },
  resumableStopped: {
    status: 410,
    code: "exchange_stopped",
    message: "This request was stopped before its response was complete. Send it again.",
  },
  resumableBytesDropped: {
    status: 410,
    code: "bytes_not_kept",
    param: "after",
    message: ({ start }: { start: number }) =>
      `\`after\` must be at least ${start}: earlier bytes of this response are no longer stored.`,
    sample: { start: 1_024 },
  },
  resumableBytesAhead: {
    status: 400,
    param: "after",
    message: ({ end, got }: { end: number; got: number }) =>
      `\`after\` must be at most ${end}, the bytes of this response so far; got ${got}.`,
    sample: { end: 1_024, got: 2_048 },
  },
  requestNotFound: {
    status: 404,
    code: "request_not_found",
    message: ({ id }: { id: string }) =>
      `Request ${quote(id, 64)} not found in the log. It may be too old or belong to another key.`,
    sample: { id: "req_1" },
  },
});
