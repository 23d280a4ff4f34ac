/** The query of `GET /api/requests`. */
import { z } from "zod";
import { MEDIA_DIALECTS, TEXT_DIALECTS } from "#lib/config/upstream-entry.ts";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { queryNumber } from "#lib/contract/wire-schema.ts";
import type { RequestLogPosition, RequestLogQuery } from "#lib/store/request-log-query.ts";

const LONGEST = 300;
const time = queryNumber(0, Number.MAX_SAFE_INTEGER);
const name = z.string().min(1).max(LONGEST);
const flag = z.enum(["true", "false"]);
const STATUS = /^(?:[1-5]\d\d|[2-5]xx)$/;
const CURSOR = /^(\d{1,15})\.(.{1,100})$/;

export const requestsQuery = z.strictObject({
  since: time.optional().describe("Only requests that arrived at this time or later, in Unix milliseconds."),
  until: time.optional().describe("Only requests that arrived before this time, in Unix milliseconds."),
  key_id: name
    .optional()
    .describe(
      "Only requests of this key, by its id; `admin` is the admin key. Not `key`, which is where a key may be sent.",
    ),
  tag: name.optional().describe("Only requests with this label, of the key or of `x-gateway-tags`."),
  group: name.optional().describe("Only requests of keys that were in this group."),
  id: name.optional().describe("Only the request of this id: its `x-request-id`."),
  dialect: z
    .enum([...TEXT_DIALECTS, ...MEDIA_DIALECTS])
    .optional()
    .describe("Only requests of this API."),
  lane: z
    .enum(["relay", "translate", "bridge", "sandbox"])
    .optional()
    .describe("Only requests that were answered in this way."),
  upstream: name.optional().describe("Only requests that this provider handled, by its id."),
  model: name.optional().describe("Only requests of this model, named as the client named it."),
  status: z
    .string()
    .regex(STATUS, { error: fieldRules.statusFilter })
    .optional()
    .describe("Only answers of this status, such as `429`, or of this class, such as `5xx`."),
  errors: flag
    .optional()
    .describe(
      "`true`: only requests that failed, with a status of 400 or more, except those that the client cancelled (499).",
    ),
  calls: flag
    .optional()
    .describe("`true`: only calls of models, without lists of models, files, sessions and downloads of videos."),
  limit: queryNumber(1, 200).default(50).describe("How many requests a page has at most."),
  cursor: z
    .string()
    .regex(CURSOR, { error: fieldRules.nextCursor })
    .optional()
    .describe("The `next_cursor` of the page before."),
});

/** Converts the checked query to one of the store. */
export function toLogQuery(query: z.output<typeof requestsQuery>): RequestLogQuery {
  const { since, until, id, dialect, lane, upstream, model, tag, group, limit } = query;
  return {
    since,
    until,
    keyId: query.key_id,
    id,
    dialect,
    lane,
    upstream,
    model,
    tag,
    group,
    status: getStatusRange(query),
    cancelled: query.errors === "true" && query.status !== "499" ? false : undefined,
    ofModels: query.calls === "true" || undefined,
    limit,
    after: readCursor(query.cursor),
  };
}

export function writeCursor({ time: at, id }: RequestLogPosition): string {
  return `${at}.${id}`;
}

function readCursor(cursor: string | undefined): RequestLogPosition | undefined {
  const [, at, id] = (cursor !== undefined && CURSOR.exec(cursor)) || [];
  return at === undefined || id === undefined ? undefined : { time: Number(at), id };
}

function getStatusRange({ status, errors }: z.output<typeof requestsQuery>): RequestLogQuery["status"] {
  const failed = errors === "true" ? { from: 400, to: 599 } : undefined;
  if (status === undefined) return failed;
  const from = Number(status.replace("xx", "00"));
  const to = status.endsWith("xx") ? from + 99 : from;
  return failed ? { from: Math.max(from, failed.from), to } : { from, to };
}

export type RequestsQuery = z.output<typeof requestsQuery>;
