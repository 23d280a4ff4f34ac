/** google-interactions: the API of `POST /v1beta/interactions` (wire-formats §14). */
import { randomUUID } from "node:crypto";
import { type InteractionsRequest, requestSchema } from "#lib/contract/google-interactions/wire.ts";
import { validate } from "#lib/http/validate.ts";
import type { Dialect } from "../dialect.ts";
import { googleCommon } from "../google-common.ts";
import { DIALECT } from "./dialect-id.ts";
import { readError, writeStreamError } from "./errors.ts";
import { readRequest } from "./read-request.ts";
import { readReply, writeReply } from "./reply.ts";
import { createStreamReader } from "./stream-reader.ts";
import { createStreamWriter } from "./stream-writer.ts";
import { readReplyUsage, readStreamTail } from "./tail.ts";
import { writeRequest } from "./write-request.ts";

/** Start of the ids that this gateway makes; those of Google begin with `v1_`. */
const ID_PREFIX = "interaction_";

/** True for the id of an interaction that this gateway stores. */
export const isOwnId = (id: string): boolean => id.startsWith(ID_PREFIX);

export const googleInteractions: Dialect<InteractionsRequest> = {
  ...googleCommon,
  id: DIALECT,
  modelPlace: "body",
  writeUpstreamPath: () => "/interactions",
  fieldNames: {
    temperature: "generation_config.temperature",
    top_p: "generation_config.top_p",
    seed: "generation_config.seed",
    stop: "generation_config.stop_sequences",
    max_completion_tokens: "generation_config.max_output_tokens",
    modalities: "response_format",
    aspect_ratio: "generation_config.image_config.aspect_ratio",
    reasoning_effort: "generation_config.thinking_level",
    tool_choice: "generation_config.tool_choice",
    messages: "input",
  },
  lacks: { stopsOver: 5, stopName: true, choices: true, oneToolCall: true },
  relayedHeaders: ["api-revision"],
  createId: () => `${ID_PREFIX}${randomUUID().replaceAll("-", "")}`,
  parseRequest: (json) => validate(requestSchema, json) as InteractionsRequest,
  readRequest,
  writeRequest,
  readReply,
  writeReply,
  createStreamReader,
  createStreamWriter,
  writeStreamError,
  readError,
  readStreamTail,
  readReplyUsage,
};
