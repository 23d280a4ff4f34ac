/** `/api/alerts`: what was sent to webhooks, and a test of them, for keys with the scope "admin". */
import type { SentAlert } from "#lib/contract/alert.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { ALERT_LIMITS } from "#lib/gateway/limits.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import type { AlertRecord } from "#lib/store/alert-record.ts";
import type { AlertService } from "./alert-service.ts";
import * as operations from "./openapi.ts";

export type AlertServices = Services & { alerts: AlertService };

async function listAlerts({ services }: RequestContext): Promise<EndpointResponse> {
  const records = await services.store.alerts.list(ALERT_LIMITS.listed);
  return createJsonResponse({ object: "list", data: records.map(toSentAlert) });
}

async function testAlerts({ services }: RequestContext<AlertServices>): Promise<EndpointResponse> {
  const webhooks = (await services.alerts.test()).map(({ url, error }) => ({ url, ok: error === null, error }));
  return createJsonResponse({
    object: "alert_test",
    ok: webhooks.length > 0 && webhooks.every(({ ok }) => ok),
    webhooks,
  });
}

function toSentAlert(record: AlertRecord): SentAlert {
  const { id, type, url, data, createdAt, attempts, deliveredAt, failedAt, error } = record;
  const status = deliveredAt !== null ? "delivered" : failedAt !== null ? "failed" : "waiting";
  return {
    ...{ object: "alert", id, type, url, status, data: JSON.parse(data) },
    ...{ created_at: createdAt, attempts, delivered_at: deliveredAt, error },
  };
}

export const alertEndpoints: readonly Endpoint<AlertServices>[] = [
  defineEndpoint({
    ...{ method: "GET", path: "/api/alerts", scope: "admin" },
    operation: operations.listAlerts,
    handle: listAlerts,
  }),
  defineEndpoint({
    ...{ method: "POST", path: "/api/alerts/test", scope: "admin" },
    operation: operations.testAlerts,
    handle: testAlerts,
  }),
];
