/** What the document says of `/api/exchanges`. */
import { z } from "zod";
import type { Operation } from "#lib/openapi/operation.ts";
import { queryParameters } from "#lib/openapi/query-parameters.ts";
import { descriptionQuery, eventsQuery } from "../exchanges/exchange-queries.ts";
import type { KeptExchange } from "../exchanges/kept-exchange.ts";
import { events, json, MODEL_HEADERS, pathParameter, READ_ERRORS, TAGS } from "./common.ts";

const exchangeId = pathParameter("exchange_id", "The `x-request-id` of the request that was kept.", "req_3f1c9a5be2");

const headers = z.record(z.string(), z.string()).describe("By lower-cased name; credentials are left out.");
const body = {
  body: z.string().describe("Of a body over 4 MB only the beginning."),
  body_bytes: z.int().describe("How long the whole body is."),
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
    dropped: z.array(z.string()).describe("Fields of the request that went nowhere."),
    started_at: z.int().describe("Unix milliseconds."),
    client: z.looseObject({ method: z.string(), path: z.string(), headers, ...body }),
    sent: z
      .looseObject({ method: z.string(), url: z.string(), dialect: z.string(), headers, ...body })
      .optional()
      .describe("What went to the upstream."),
    answered: head.optional().describe("What the upstream began its answer with."),
    returned: head.optional().describe("What the gateway began its answer with."),
    bytes: z.int().describe("How long the answer is so far."),
    writes: times.describe(
      "For `writes=true`: how many bytes there were, and when, in milliseconds since `started_at`.",
    ),
    upstream_writes: times.describe("The same of the upstream's own events, where they are other than the answer's."),
  })
  .meta({ id: "Exchange", description: "What went both ways in one exchange." }) satisfies z.ZodType<KeptExchange>;

const OWNER =
  "Only the key that sent the request sees it. What is kept lies in the memory of the process that answered: with several of them, requests about it must reach the same one.";

export const readExchange: Operation = {
  id: "readExchange",
  tag: TAGS.exchanges,
  summary: "What went both ways",
  description: `The client's request and the one that went upstream, of a request sent with \`x-gateway-keep: events\`. ${OWNER}`,
  key: "bearer",
  parameters: [exchangeId, ...queryParameters(descriptionQuery)],
  replies: { 200: { description: "The exchange as it is now.", content: json(exchangeSchema) } },
  errors: READ_ERRORS,
};

export const readExchangeEvents: Operation = {
  id: "readExchangeEvents",
  tag: TAGS.exchanges,
  summary: "Read an answer again, or on",
  description: `Plays the answer's bytes from the first, or from behind \`after\`, and goes on as they come; a stream that was stopped ends with an error event of the code \`exchange_stopped\`. At most 16 MB of an answer are kept. ${OWNER}`,
  key: "bearer",
  parameters: [exchangeId, ...queryParameters(eventsQuery)],
  replies: {
    200: {
      description: "The answer, with the content type that it had.",
      headers: [...MODEL_HEADERS, "x-exchange-status"],
      content: { ...events(z.unknown()), ...json(z.unknown()) },
    },
  },
  errors: [...READ_ERRORS, 410],
};

export const readUpstreamEvents: Operation = {
  id: "readUpstreamEvents",
  tag: TAGS.exchanges,
  summary: "Read the upstream's own events",
  description: `What an upstream of another convention answered, before it was translated; its last 4 MB. ${OWNER}`,
  key: "bearer",
  parameters: [exchangeId, ...queryParameters(eventsQuery)],
  replies: {
    200: {
      description: "The upstream's bytes.",
      headers: [...MODEL_HEADERS, "x-exchange-status"],
      content: { ...events(z.unknown()), ...json(z.unknown()) },
    },
    204: { description: "There are none: the answer is the upstream's own, or no upstream was asked." },
  },
  errors: [...READ_ERRORS, 410],
};

export const stopExchange: Operation = {
  id: "stopExchange",
  tag: TAGS.exchanges,
  summary: "Stop an answer",
  description: `Cancels the upstream. One that has ended stays as it is. ${OWNER}`,
  key: "bearer",
  parameters: [exchangeId],
  replies: { 204: { description: "It runs no longer." } },
  errors: READ_ERRORS,
};
