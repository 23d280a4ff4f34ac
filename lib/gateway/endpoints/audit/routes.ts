/** `/api/audit`: the audit log, for keys with the scope "admin". */
import type { AuditList } from "#lib/contract/audit.ts";
import { createJsonResponse, JSON_TYPE } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { toAuditEntry, writeAuditCsv, writeAuditJson } from "./export-audit.ts";
import * as operations from "./openapi.ts";
import {
  type AuditExportQuery,
  type AuditQuery,
  auditExportQuery,
  auditQuery,
  readAuditCursor,
  toAuditFilter,
  writeAuditCursor,
} from "./schema.ts";

async function listEntries({ services, query }: RequestContext<Services, AuditQuery>): Promise<EndpointResponse> {
  const { limit, cursor } = query;
  // One more than asked for shows whether another page follows.
  const found = await services.store.audit.list({
    ...toAuditFilter(query),
    limit: limit + 1,
    after: readAuditCursor(cursor),
  });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const list: AuditList = {
    object: "list",
    data: page.map(toAuditEntry),
    has_more: last !== undefined,
    next_cursor: last ? writeAuditCursor(last) : null,
  };
  return createJsonResponse(list);
}

function exportEntries({ services, query }: RequestContext<Services, AuditExportQuery>): EndpointResponse {
  const { format } = query;
  const filter = toAuditFilter(query);
  const { audit } = services.store;
  return {
    status: 200,
    headers: {
      "content-type": format === "csv" ? "text/csv; charset=utf-8" : JSON_TYPE,
      "content-disposition": `attachment; filename="audit-log.${format}"`,
    },
    body: format === "csv" ? writeAuditCsv(audit, filter) : writeAuditJson(audit, filter),
  };
}

const shared = { method: "GET", scope: "admin" } as const;

export const auditEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...{ ...shared, path: "/api/audit", query: auditQuery },
    operation: operations.listAudit,
    handle: listEntries,
  }),
  defineEndpoint({
    ...{ ...shared, path: "/api/audit/export", query: auditExportQuery },
    operation: operations.exportAudit,
    handle: exportEntries,
  }),
];
