/** openai-responses: the API of `POST /v1/responses` (spec; wire-formats §2). */
import { randomUUID } from "node:crypto";
import { type ResponsesRequest, requestSchema } from "#lib/contract/openai-responses/wire.ts";
import { validate } from "#lib/http/validate.ts";
import type { Dialect } from "../dialect.ts";
import { readErrorBody, writeOpenAiErrorBody } from "../error-bodies.ts";
import { DIALECT } from "./dialect-id.ts";
import { writeStreamError } from "./errors.ts";
import { isImage } from "./image-item.ts";
import { readRequest } from "./read-request.ts";
import { readReply, writeReply } from "./reply.ts";
import { createStreamReader } from "./stream-reader.ts";
import { createStreamWriter } from "./stream-writer.ts";
import { readReplyUsage, readStreamTail } from "./tail.ts";
import { writeRequest } from "./write-request.ts";

export const openAiResponses: Dialect<ResponsesRequest> = {
  id: DIALECT,
  modelPlace: "body",
  writeUpstreamPath: () => "/responses",
  writeUpstreamHeaders: (apiKey): Record<string, string> => (apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
  modelsPath: "/models",
  fieldNames: {
    response_format: "text.format",
    reasoning_effort: "reasoning",
    verbosity: "text.verbosity",
    max_completion_tokens: "max_output_tokens",
    logprobs: "include",
    messages: "input",
  },
  lacks: { stopsOver: 0, choices: true },
  relayedHeaders: [],
  ping: ": ping\n\n",
  createId: () => `resp_${randomUUID().replaceAll("-", "")}`,
  parseRequest: (json) => validate(requestSchema, json),
  readRequest,
  writeRequest,
  readReply,
  writeReply,
  holdsFile: isImage,
  createStreamReader,
  createStreamWriter,
  writeStreamError: (error) => writeStreamError(error),
  writeErrorBody: writeOpenAiErrorBody,
  readError: readErrorBody,
  readStreamTail,
  readReplyUsage,
};
