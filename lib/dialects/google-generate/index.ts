/** google-generate: the API of `POST /v1beta/models/{model}:generateContent` (spec; wire-formats §4). */
import { randomBytes } from "node:crypto";
import { countTokensSchema, type GoogleRequest, requestSchema } from "#lib/contract/google-generate/wire.ts";
import { validate } from "#lib/http/validate.ts";
import type { Dialect, RouteParameters } from "../dialect.ts";
import { googleCommon } from "../google-common.ts";
import { readGoogleError } from "../google-error-bodies.ts";
import { toCamelCase } from "./camel-case.ts";
import { DIALECT } from "./dialect-id.ts";
import { writeStreamError } from "./errors.ts";
import { formatModelPath } from "./model-path.ts";
import { readRequest } from "./read-request.ts";
import { readReply, writeReply } from "./reply.ts";
import { createStreamReader } from "./stream-reader.ts";
import { createStreamWriter } from "./stream-writer.ts";
import { readReplyUsage, readStreamTail } from "./tail.ts";
import { writeRequest } from "./write-request.ts";

export { createArrayStreamWriter } from "./stream-writer.ts";

export const googleGenerate: Dialect<GoogleRequest> = {
  ...googleCommon,
  id: DIALECT,
  modelPlace: "path",
  writeUpstreamPath: ({ model, stream }) =>
    `${formatModelPath(model)}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
  fieldNames: {
    frequency_penalty: "generationConfig.frequencyPenalty",
    presence_penalty: "generationConfig.presencePenalty",
    temperature: "generationConfig.temperature",
    top_p: "generationConfig.topP",
    top_k: "generationConfig.topK",
    seed: "generationConfig.seed",
    n: "generationConfig.candidateCount",
    logprobs: "generationConfig.responseLogprobs",
    top_logprobs: "generationConfig.logprobs",
    modalities: "generationConfig.responseModalities",
    aspect_ratio: "generationConfig.imageConfig.aspectRatio",
    response_format: "generationConfig.responseSchema",
    reasoning_effort: "generationConfig.thinkingConfig",
    tool_choice: "toolConfig.functionCallingConfig",
    messages: "contents",
  },
  lacks: { stopsOver: 5, stopName: true, oneToolCall: true },
  relayedHeaders: [],
  createId: () => randomBytes(17).toString("base64url"),
  parseRequest,
  readRequest,
  writeRequest,
  readReply,
  writeReply,
  createStreamReader,
  createStreamWriter,
  writeStreamError,
  readError: readGoogleError,
  readStreamTail,
  readReplyUsage,
};

/** Parses a request; model and stream come from the path and are added to the body's fields. */
function parseRequest(json: unknown, route: RouteParameters = {}): GoogleRequest {
  return validate(requestSchema, withRoute(toCamelCase(json), route));
}

/**
 * Parses a body of `:countTokens` into the request whose tokens are counted.
 * @throws GatewayError 400 that names the field and what is expected
 */
export function parseCountTokens(json: unknown, { model = "" }: RouteParameters): GoogleRequest {
  const { contents, generateContentRequest } = validate(countTokensSchema, toCamelCase(json));
  return { contents: contents ?? [], ...generateContentRequest, model };
}

function withRoute(body: unknown, { model, stream }: RouteParameters): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return {
    ...body,
    ...(model !== undefined ? { model } : {}),
    ...(stream !== undefined ? { stream } : {}),
  };
}
