/** Queries of `/api/audit` and its export. */
import { z } from "zod";
import { AUDIT_ACTIONS } from "#lib/contract/audit.ts";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { queryNumber } from "#lib/contract/wire-schema.ts";
import type { AuditFilter, AuditPosition } from "#lib/store/audit-record.ts";

const time = queryNumber(0, Number.MAX_SAFE_INTEGER);
const name = z.string().min(1).max(300);
const CURSOR = /^(\d{1,15})\.(.{1,100})$/;

const filters = {
  since: time.optional().describe("Only entries of this time or later, in Unix milliseconds."),
  until: time.optional().describe("Only entries before this time, in Unix milliseconds."),
  actor: name
    .optional()
    .describe("Only actions of this key or person, by its id; also `admin`, `gateway`, `command-line`, `anonymous`."),
  action: z.enum(AUDIT_ACTIONS).optional().describe("Only this action."),
  target: name.optional().describe("Only actions on the object of this id."),
};

export const auditQuery = z.strictObject({
  ...filters,
  limit: queryNumber(1, 200).default(50).describe("Limit on the entries of a page."),
  cursor: z
    .string()
    .regex(CURSOR, { error: fieldRules.nextCursor })
    .optional()
    .describe("The `next_cursor` of the page before."),
});

export const auditExportQuery = z.strictObject({
  format: z.enum(["csv", "json"]).default("json").describe("`json` is an array of entries."),
  ...filters,
});

export type AuditQuery = z.output<typeof auditQuery>;
export type AuditExportQuery = z.output<typeof auditExportQuery>;

export function toAuditFilter({ since, until, actor, action, target }: Omit<AuditExportQuery, "format">): AuditFilter {
  return { since, until, actorId: actor, action, targetId: target };
}

export function writeAuditCursor({ time: at, id }: AuditPosition): string {
  return `${at}.${id}`;
}

export function readAuditCursor(cursor: string | undefined): AuditPosition | undefined {
  const [, at, id] = (cursor !== undefined && CURSOR.exec(cursor)) || [];
  return at === undefined || id === undefined ? undefined : { time: Number(at), id };
}
