/** anthropic-messages: the API of `POST /v1/messages` (spec; wire-formats §3). */
import { randomUUID } from "node:crypto";
import {
  type CountTokensRequest,
  countTokensRequest,
  type MessagesRequest,
  requestSchema,
} from "#lib/contract/anthropic-messages/wire.ts";
import { validate } from "#lib/http/validate.ts";
import type { Dialect } from "../dialect.ts";
import { readErrorBody } from "../error-bodies.ts";
import { DIALECT } from "./dialect-id.ts";
import { writeErrorBody, writeStreamError } from "./errors.ts";
import { isThreaded, readRequest } from "./read-request.ts";
import { readReply, writeReply } from "./reply.ts";
import { createStreamReader } from "./stream-reader.ts";
import { createStreamWriter } from "./stream-writer.ts";
import { readReplyUsage, readStreamTail } from "./tail.ts";
import { checkToolResults } from "./tool-results.ts";
import { writeRequest } from "./write-request.ts";

/** The version that every upstream of this API knows. */
const VERSION = "2023-06-01";

export const anthropicMessages: Dialect<MessagesRequest> = {
  id: DIALECT,
  modelPlace: "body",
  writeUpstreamPath: () => "/messages",
  writeUpstreamHeaders: (apiKey): Record<string, string> => ({
    ...(apiKey ? { "x-api-key": apiKey } : {}),
    "anthropic-version": VERSION,
  }),
  modelsPath: "/models?limit=1000",
  fieldNames: {
    response_format: "output_config.format",
    reasoning_effort: "thinking",
    user: "metadata.user_id",
    stop: "stop_sequences",
    max_completion_tokens: "max_tokens",
    parallel_tool_calls: "tool_choice.disable_parallel_tool_use",
  },
  lacks: { choices: true },
  showsStopSequence: true,
  relayedHeaders: ["anthropic-beta", "anthropic-version"],
  ping: `event: ping\ndata: {"type":"ping"}\n\n`,
  createId: () => `msg_${randomUUID().replaceAll("-", "")}`,
  parseRequest(json) {
    const wire = validate(requestSchema, json);
    // The turn before may be stored at the upstream.
    if (!isThreaded(wire)) checkToolResults(wire.messages);
    return wire;
  },
  readRequest,
  writeRequest,
  readReply,
  writeReply,
  holdsFile: () => false,
  createStreamReader,
  createStreamWriter,
  writeStreamError,
  writeErrorBody,
  readError: readErrorBody,
  readStreamTail,
  readReplyUsage,
};

/**
 * Checks the body of `POST /v1/messages/count_tokens`, which `readRequest` reads too.
 * @throws GatewayError 400 that names the field and what is expected
 */
export function parseCountTokensRequest(json: unknown): CountTokensRequest {
  const wire = validate(countTokensRequest, json);
  checkToolResults(wire.messages);
  return wire;
}

export { readRequest as readCountTokensRequest };
