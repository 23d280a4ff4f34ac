/** Alerts: which events go to which webhooks, and when they are raised. */
import { z } from "zod";
import { ALERT_TYPES, type AlertType } from "#lib/contract/alert.ts";
import type { Environment } from "./environment.ts";
import { readWebhookSecret, secretEnv, webhookUrl } from "./webhook-secret.ts";

const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;

export const alertsSchema = z.strictObject({
  webhooks: z
    .array(
      z.strictObject({
        url: webhookUrl,
        secretEnv,
        events: z.array(z.enum(ALERT_TYPES)).min(1).optional().describe("Events that it gets; all when absent."),
      }),
    )
    .max(20)
    .describe("Receivers of alerts."),
  budgetPercent: z
    .array(z.number().min(1).max(100))
    .max(10)
    .optional()
    .describe("Shares of a budget, in percent, at which an alert is raised; 80 and 100 by default."),
  errorRate: z
    .strictObject({
      percent: z.number().min(0.1).max(100).optional().describe("Share of failed requests; 20 by default."),
      minutes: z.int().min(1).max(60).optional().describe("Minutes that are looked at; 5 by default."),
      requests: z.int().min(1).max(1_000_000).optional().describe("Fewest requests in them; 20 by default."),
    })
    .optional()
    .describe("Failures are responses with 500 or more."),
  expiryDays: z
    .array(z.int().min(1).max(365))
    .max(10)
    .optional()
    .describe("Days before an expiry or a retirement at which an alert is raised; 14, 3 and 1 by default."),
  certificates: z
    .array(z.string().regex(HOST, "a host name, with or without a port"))
    .max(50)
    .optional()
    .describe("Hosts whose TLS certificates are watched, such as your own domain."),
});

export type AlertWebhook = { url: string; secret: string; events: readonly AlertType[] };

export type AlertSettings = {
  webhooks: AlertWebhook[];
  budgetPercent: number[];
  errorRate: { percent: number; minutes: number; requests: number };
  expiryDays: number[];
  /** Hosts with their ports. */
  certificates: string[];
};

/** @throws SettingsError for a webhook without a secret */
export function readAlerts(
  file: z.infer<typeof alertsSchema> | undefined,
  environment: Environment,
): AlertSettings | undefined {
  if (!file || file.webhooks.length === 0) return undefined;
  const { percent = 20, minutes = 5, requests = 20 } = file.errorRate ?? {};
  return {
    webhooks: file.webhooks.map(({ url, secretEnv: variable, events = ALERT_TYPES }) => ({
      url,
      secret: readWebhookSecret(variable, environment),
      events,
    })),
    budgetPercent: file.budgetPercent ?? [80, 100],
    errorRate: { percent, minutes, requests },
    expiryDays: file.expiryDays ?? [14, 3, 1],
    certificates: (file.certificates ?? []).map((host) => (/:\d+$/.test(host) ? host : `${host}:443`)),
  };
}
