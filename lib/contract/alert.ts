/** Alerts: events for the operator, which go to webhooks. */
export const ALERT_TYPES = [
  "budget.threshold",
  "breaker.open",
  "error_rate.high",
  "key.expiring",
  "certificate.expiring",
  "model.retiring",
] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

/** Alert for one webhook, as `GET /api/alerts` lists it. Times are Unix milliseconds. */
export type SentAlert = {
  object: "alert";
  id: string;
  type: AlertType;
  /** Address of the webhook. */
  url: string;
  status: "waiting" | "delivered" | "failed";
  data: Record<string, unknown>;
  created_at: number;
  attempts: number;
  delivered_at: number | null;
  /** Why the last attempt failed; null without a failure. */
  error: string | null;
};
