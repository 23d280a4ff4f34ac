/** Form of a cassette: a request record, of which little is needed to play it. */
import { z } from "zod";
import type { RequestRecord } from "#lib/contract/request-record.ts";

const headers = z.record(z.string(), z.string()).default({});
const body = z.looseObject({
  chunks: z.array(z.tuple([z.number().min(0), z.string()])),
  bytes: z.number().default(0),
  omitted: z.enum(["binary", "too_long"]).optional(),
  secrets: z.number().optional(),
  media: z.number().optional(),
});
const request = z.looseObject({ method: z.string(), url: z.string(), headers, body: body.optional() });
const response = z.looseObject({
  status: z.int().min(100).max(599),
  headers,
  body: body.optional(),
  complete: z.boolean().default(true),
});

export const cassetteSchema = z.looseObject({
  object: z.literal("request_record"),
  version: z.literal(1),
  id: z.string().default(""),
  time: z.number().default(0),
  dialect: z.string(),
  model: z.string().nullable().default(null),
  stream: z.boolean(),
  request: request.default({ method: "POST", url: "", headers: {} }),
  response,
  attempts: z
    .array(z.looseObject({ upstream: z.string(), dialect: z.string(), request, response: response.optional() }))
    .default([]),
}) satisfies z.ZodType<RequestRecord>;
