/** openai-chat: the API of `POST /v1/chat/completions` (spec; wire-formats §1). */
import { randomUUID } from "node:crypto";
import { type ChatRequest, requestSchema } from "#lib/contract/openai-chat/wire.ts";
import { validate } from "#lib/http/validate.ts";
import type { Dialect } from "../dialect.ts";
import { readErrorBody, writeOpenAiErrorBody } from "../error-bodies.ts";
import { DIALECT } from "./dialect-id.ts";
import { writeStreamError } from "./errors.ts";
import { isImage } from "./images.ts";
import { readRequest } from "./read-request.ts";
import { readReply, writeReply } from "./reply.ts";
import { createStreamReader } from "./stream-reader.ts";
import { createStreamWriter } from "./stream-writer.ts";
import { readReplyUsage, readStreamTail } from "./tail.ts";
import { writeRequest } from "./write-request.ts";

export const openAiChat: Dialect<ChatRequest> = {
  id: DIALECT,
  modelPlace: "body",
  writeUpstreamPath: () => "/chat/completions",
  writeUpstreamHeaders: (apiKey): Record<string, string> => (apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
  modelsPath: "/models",
  fieldNames: {},
  lacks: { stopsOver: 4, stopName: true },
  relayedHeaders: [],
  ping: ": ping\n\n",
  createId: () => `chatcmpl-${randomUUID().replaceAll("-", "")}`,
  parseRequest: (json) => validate(requestSchema, json),
  readRequest,
  writeRequest,
  readReply,
  writeReply,
  holdsFile: isImage,
  createStreamReader,
  createStreamWriter,
  writeStreamError,
  writeErrorBody: writeOpenAiErrorBody,
  readError: readErrorBody,
  readStreamTail,
  readReplyUsage,
};
