/** OpenAPI operations of `/api/audit`. */
import { z } from "zod";
import { AUDIT_ACTIONS, type AuditList } from "#lib/contract/audit.ts";
import { describeQueryParameters } from "#lib/openapi/describe-query-parameters.ts";
import { READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { json, TAGS } from "#lib/openapi/operation-parts.ts";
import { auditExportQuery, auditQuery } from "./schema.ts";

const entrySchema = z
  .looseObject({
    object: z.literal("audit_entry"),
    id: z.string(),
    time: z.int().describe("Unix milliseconds."),
    actor: z
      .looseObject({ id: z.string(), name: z.string() })
      .describe("Key or person; `admin`, `gateway` for the gateway itself, `command-line`, or `anonymous`."),
    action: z.enum(AUDIT_ACTIONS),
    target: z.looseObject({ id: z.string(), name: z.string().nullable() }).nullable(),
    changes: z.array(
      z.looseObject({ field: z.string(), from: z.unknown(), to: z.unknown() }).describe("Never holds a secret."),
    ),
    address: z.string().nullable().describe("Address of the client; of IPv6 the /64."),
    request_id: z.string().nullable(),
  })
  .meta({ id: "AuditEntry" });

const listSchema = z
  .looseObject({
    object: z.literal("list"),
    data: z.array(entrySchema),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe("`cursor` of the next page."),
  })
  .meta({ id: "AuditList" }) satisfies z.ZodType<AuditList>;

const ADMIN_ONLY = 'Needs a key with the scope "admin", or a browser that signed in with one.';

export const listAudit: Operation = {
  id: "listAudit",
  tag: TAGS.audit,
  summary: "Read the audit log",
  description: `Administrative actions and sign-ins, newest first. Entries cannot be changed or removed; they stay for \`audit.days\`. ${ADMIN_ONLY}`,
  key: "bearer",
  parameters: describeQueryParameters(auditQuery),
  replies: { 200: { description: "A page of entries.", content: json(listSchema) } },
  errors: READ_ERRORS,
};

export const exportAudit: Operation = {
  id: "exportAudit",
  tag: TAGS.audit,
  summary: "Export the audit log",
  description: `All matching entries as one file. ${ADMIN_ONLY}`,
  key: "bearer",
  parameters: describeQueryParameters(auditExportQuery),
  replies: {
    200: {
      description: "The entries, newest first.",
      content: { ...json(z.array(entrySchema)), "text/csv": { schema: z.string() } },
    },
  },
  errors: READ_ERRORS,
};
