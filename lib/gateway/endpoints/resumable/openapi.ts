/** OpenAPI operations of `/api/exchanges`. */

import { z } from "zod";
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import type { ResponseTrace } from "#lib/contract/response-trace.ts";
import { describeQueryParameters } from "#lib/openapi/describe-query-parameters.ts";
import { READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { events, json, MODEL_HEADERS, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";
import { descriptionQuery, eventsQuery } from "./schema.ts";

const exchangeId = pathParameter("exchange_id", "The `x-request-id` of the request.", "req_3f1c9a5be2");

const headers = z.record(z.string(), z.string()).describe("By lower-cased name, without credentials.");
const body = {
  body: z.string().describe("Truncated for a body over 4 MB."),
  body_bytes: z.int().describe("Bytes of the whole body."),
};
const head = z.looseObject({ status: z.int(), headers });

const times = z.array(z.tuple([z.int(), z.number()])).optional();

const exchangeSchema = z
  .looseObject({
    id: z.string(),
    state: z.enum(["running", "complete", "failed", "stopped"]),
    dialect: z.string().nullable(),
    lane: z.string().nullable(),
    upstream: z.string().nullable(),
    model: z.string().nullable(),
    dropped: z.array(z.string()).describe("Ignored fields of the request."),
    started_at: z.int().describe("Unix milliseconds."),
    client: z.looseObject({ method: z.string(), path: z.string(), headers, ...body }),
    sent: z
      .looseObject({ method: z.string(), url: z.string(), dialect: z.string(), headers, ...body })
      .optional()
      .describe("The request to the provider."),
    answered: head.optional().describe("Status and headers of the provider's response."),
    returned: head.optional().describe("Status and headers of the gateway's response."),
    bytes: z.int().describe("Bytes of the response so far."),
    writes: times.describe("For `writes=true`: pairs of bytes so far and milliseconds since `started_at`."),
    upstream_writes: times.describe("The same for the provider's own events, where they differ from the response's."),
  })
  .meta({
    id: "Exchange",
    description: "Trace of one resumable response: both requests and the heads of both responses.",
  }) satisfies z.ZodType<ResponseTrace>;

const REMOTE_ERRORS = ["resumableElsewhere", "sharedStreamsUnreachable"] as const;

const OWNER =
  "Only the key that sent the request may read it. Instances that share a Redis serve each other's responses.";

export const readExchange: Operation = {
  id: "readExchange",
  tag: TAGS.exchanges,
  summary: "Read the trace of a response",
  description: `Returns the client's request and the one to the provider, for a request sent with \`x-gateway-keep: events\`. ${OWNER}`,
  key: "bearer",
  parameters: [exchangeId, ...describeQueryParameters(descriptionQuery)],
  replies: { 200: { description: "The trace so far.", content: json(exchangeSchema) } },
  errors: [...READ_ERRORS, "resumableNotFound", ...REMOTE_ERRORS],
};

const EVENT_ERRORS: readonly ErrorName[] = [
  ...READ_ERRORS,
  "resumableNotFound",
  ...REMOTE_ERRORS,
  "resumableLost",
  "resumableStopped",
  "resumableBytesDropped",
  "resumableBytesAhead",
];

export const readExchangeEvents: Operation = {
  id: "readExchangeEvents",
  tag: TAGS.exchanges,
  summary: "Read a response again, or resume it",
  description: `Sends the response's bytes from the first, or from \`after\` on, and continues as they arrive; a stopped stream ends with an error event of the code \`exchange_stopped\`. At most 16 MB of a response are stored. ${OWNER}`,
  key: "bearer",
  parameters: [exchangeId, ...describeQueryParameters(eventsQuery)],
  replies: {
    200: {
      description: "The response, with its content type.",
      headers: [...MODEL_HEADERS, "x-exchange-status"],
      content: { ...events(z.unknown()), ...json(z.unknown()) },
    },
  },
  errors: EVENT_ERRORS,
};

export const readUpstreamEvents: Operation = {
  id: "readUpstreamEvents",
  tag: TAGS.exchanges,
  summary: "Read the provider's own events",
  description: `Sends the last 4 MB of a provider's response in another API, as it was before its translation. ${OWNER}`,
  key: "bearer",
  parameters: [exchangeId, ...describeQueryParameters(eventsQuery)],
  replies: {
    200: {
      description: "The provider's bytes.",
      headers: [...MODEL_HEADERS, "x-exchange-status"],
      content: { ...events(z.unknown()), ...json(z.unknown()) },
    },
    204: { description: "There are none: the response was passed through, or no provider was called." },
  },
  errors: EVENT_ERRORS,
};

export const stopExchange: Operation = {
  id: "stopExchange",
  tag: TAGS.exchanges,
  summary: "Stop a response",
  description: `Cancels the request to the provider. A response that has ended stays as it is. ${OWNER}`,
  key: "bearer",
  parameters: [exchangeId],
  replies: { 204: { description: "The response has ended." } },
  errors: [...READ_ERRORS, "resumableNotFound", ...REMOTE_ERRORS, "instanceSilent"],
};
