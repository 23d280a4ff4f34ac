/** Schema of a recorded request, for the OpenAPI document. */
import { z } from "zod";
import type { RequestRecord } from "#lib/contract/request-record.ts";

const headers = z.record(z.string(), z.string()).describe("Headers without credentials.");

const body = z
  .looseObject({
    chunks: z
      .array(z.tuple([z.number(), z.string()]))
      .describe("Each chunk with its time in milliseconds since the request arrived."),
    bytes: z.int().describe("Bytes on the wire."),
    omitted: z.enum(["binary", "too_long"]).optional().describe("Why chunks are missing."),
    secrets: z.int().optional().describe("Secrets that were replaced."),
    media: z.int().optional().describe("Media that were replaced by type, size and hash."),
  })
  .meta({ id: "RecordedBody" });

const request = z.looseObject({ method: z.string(), url: z.string(), headers, body: body.optional() });
const response = z.looseObject({
  status: z.int(),
  headers,
  body: body.optional(),
  complete: z.boolean().describe("False for a response that was cut."),
});

export const requestRecordSchema = z
  .looseObject({
    object: z.literal("request_record"),
    version: z.literal(1),
    id: z.string(),
    time: z.int(),
    dialect: z.string().nullable(),
    model: z.string().nullable(),
    stream: z.boolean(),
    request: request.describe("The client's request."),
    response: response.optional().describe("The gateway's response; absent when the client left before it."),
    attempts: z
      .array(
        z.looseObject({
          ...{ upstream: z.string(), dialect: z.string(), request, response: response.optional() },
          error: z.string().optional().describe("Code of an error without a response."),
        }),
      )
      .describe("Requests to upstreams with their responses, each retry on its own."),
  })
  .meta({ id: "RequestRecord", description: "Both sides of the wire of one request." });

export const SAMPLE_RECORD: RequestRecord = {
  object: "request_record",
  version: 1,
  id: "req_3f1c9a5be2",
  time: 1_795_000_000_000,
  dialect: "openai-chat",
  model: "openai/gpt-4o",
  stream: true,
  request: {
    method: "POST",
    url: "/v1/chat/completions",
    headers: { "content-type": "application/json" },
    body: { chunks: [[0.4, '{"model":"openai/gpt-4o","stream":true,"messages":[]}']], bytes: 53 },
  },
  response: {
    status: 200,
    headers: { "content-type": "text/event-stream; charset=utf-8" },
    body: { chunks: [[412.5, "data: [DONE]\n\n"]], bytes: 14 },
    complete: true,
  },
  attempts: [],
};
