/** OpenAPI operations of `/api/alerts`. */
import { z } from "zod";
import { ALERT_TYPES, type SentAlert } from "#lib/contract/alert.ts";
import { KEY_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { json, TAGS } from "#lib/openapi/operation-parts.ts";

const alertSchema = z
  .looseObject({
    object: z.literal("alert"),
    id: z.string().describe("`webhook-id` of every attempt."),
    type: z.enum(ALERT_TYPES),
    url: z.string(),
    status: z.enum(["waiting", "delivered", "failed"]),
    data: z.record(z.string(), z.unknown()),
    created_at: z.int().describe("Unix milliseconds."),
    attempts: z.int(),
    delivered_at: z.int().nullable(),
    error: z.string().nullable().describe("Why the last attempt failed."),
  })
  .meta({ id: "Alert" }) satisfies z.ZodType<SentAlert>;

const listSchema = z.looseObject({ object: z.literal("list"), data: z.array(alertSchema) }).meta({ id: "AlertList" });

const testSchema = z
  .looseObject({
    object: z.literal("alert_test"),
    ok: z.boolean().describe("True when every webhook took the event; false when the config has none."),
    webhooks: z.array(z.looseObject({ url: z.string(), ok: z.boolean(), error: z.string().nullable() })),
  })
  .meta({ id: "AlertTest" });

const ADMIN_ONLY = 'Needs a key with the scope "admin", or a browser that signed in with one.';

export const listAlerts: Operation = {
  id: "listAlerts",
  tag: TAGS.alerts,
  summary: "List alerts",
  description: `The last 100 alerts with the state of their delivery, newest first. ${ADMIN_ONLY}`,
  key: "bearer",
  replies: { 200: { description: "Alerts.", content: json(listSchema) } },
  errors: KEY_ERRORS,
};

export const testAlerts: Operation = {
  id: "testAlerts",
  tag: TAGS.alerts,
  summary: "Test the webhooks",
  description: `Sends an event of the type \`test\` to every webhook of the config file, once. ${ADMIN_ONLY}`,
  key: "bearer",
  replies: { 200: { description: "Result of each webhook.", content: json(testSchema) } },
  errors: KEY_ERRORS,
};
