/**
 * AlertService: stores alerts in an outbox and sends them to their webhooks. Any instance sends any alert; each is sent by
 * one of them, again and again until its webhook takes it.
 */
import type { AlertSettings, AlertWebhook } from "#lib/config/alert-settings.ts";
import type { AlertType } from "#lib/contract/alert.ts";
import { ALERT_LIMITS } from "#lib/gateway/limits.ts";
import type { Log } from "#lib/gateway/request/log.ts";
import { createWebhookId } from "#lib/http/sign-webhook.ts";
import type { AlertRecord } from "#lib/store/alert-record.ts";
import type { Store } from "#lib/store/store.ts";
import { postWebhook, WebhookError } from "#lib/upstreams/post-webhook.ts";

/** Something that happened; `occasion` names it, so that instances which all notice it raise one alert. */
export type RaisedAlert = { type: AlertType; occasion: string; data: Record<string, unknown> };

/** Result of one webhook; `error` is null when it took the test. */
export type AlertTest = { url: string; error: string | null };

export type AlertService = {
  /** Stores an alert for each webhook that wants it. Never rejects. */
  raise(alert: RaisedAlert): Promise<void>;
  /** Sends an event of the type `test` to every webhook, once and at once. */
  test(): Promise<AlertTest[]>;
  /** Sends what is due now. */
  deliver(): Promise<void>;
  close(): Promise<void>;
};

/** HTTP status by which a webhook says that it is gone for good. */
const GONE = 410;

export function createAlertService({
  store,
  settings,
  log,
  tickMs = ALERT_LIMITS.tickMs,
}: {
  store: Pick<Store, "alerts" | "now">;
  /** Read at each use, since a reload changes them. */
  settings: { alerts: AlertSettings | undefined };
  log: Log;
  tickMs?: number;
}): AlertService {
  const closed = new AbortController();
  let running: Promise<void> | undefined;
  const timer = setInterval(() => void deliver(), tickMs).unref();

  async function send(webhook: AlertWebhook, alert: { id: string; type: string; time: number; data: unknown }) {
    const { id, type, time, data } = alert;
    const body = JSON.stringify({ type, timestamp: new Date(time).toISOString(), data });
    const { url, secret } = webhook;
    const { timeoutMs, responseBytes: limit } = ALERT_LIMITS;
    const { status } = await postWebhook({ url, secret, id, body, timeoutMs, limit, signal: closed.signal });
    return status;
  }

  async function attempt(alert: AlertRecord): Promise<void> {
    const { id, type, url, attempts } = alert;
    const webhook = settings.alerts?.webhooks.find((one) => one.url === url);
    if (!webhook) return store.alerts.markFailed(id, { error: "the webhook was removed", retryMs: undefined });
    let error: string;
    let isFinal = false;
    try {
      const status = await send(webhook, { id, type, time: alert.createdAt, data: JSON.parse(alert.data) });
      if (status >= 200 && status < 300) return await store.alerts.markDelivered(id);
      error = `it responded with ${status}`;
      isFinal = status === GONE;
    } catch (thrown) {
      if (closed.signal.aborted) return;
      if (!(thrown instanceof WebhookError)) throw thrown;
      error = thrown.message;
    }
    const retryMs = isFinal ? undefined : ALERT_LIMITS.retryMs[attempts - 1];
    const next = retryMs === undefined ? "it is not sent again" : `it is sent again in ${retryMs / 1_000} s`;
    log(`The alert ${type} was not taken by ${url}: ${error}; ${next}.`, { level: retryMs ? "warn" : "error" });
    await store.alerts.markFailed(id, { error, retryMs });
  }

  async function sendDue(): Promise<void> {
    if (!settings.alerts) return;
    const { batch, leaseMs } = ALERT_LIMITS;
    const due = await store.alerts.claimDue({ limit: batch, leaseMs });
    await Promise.all(due.map(attempt));
  }

  /** One run at a time; what came meanwhile is sent by the next. */
  function deliver(): Promise<void> {
    if (closed.signal.aborted) return Promise.resolve();
    running ??= sendDue()
      .catch((error) => log(`Alerts could not be sent: ${String(error)}`))
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  async function raise({ type, occasion, data }: RaisedAlert): Promise<void> {
    const webhooks = settings.alerts?.webhooks.filter(({ events }) => events.includes(type)) ?? [];
    if (webhooks.length === 0) return;
    const rows = webhooks.map(({ url }) => ({
      ...{ id: createWebhookId(), url, type, occasion: `${type} ${occasion}` },
      data: JSON.stringify(data),
    }));
    try {
      if ((await store.alerts.add(rows)) > 0) await deliver();
    } catch (error) {
      log(`The alert ${type} could not be stored: ${String(error)}`);
    }
  }

  return {
    raise,
    test: () =>
      Promise.all(
        (settings.alerts?.webhooks ?? []).map(async (webhook) => {
          const alert = { id: createWebhookId(), type: "test", time: store.now(), data: { message: "It works." } };
          try {
            const status = await send(webhook, alert);
            return { url: webhook.url, error: status >= 200 && status < 300 ? null : `it responded with ${status}` };
          } catch (thrown) {
            if (!(thrown instanceof WebhookError)) throw thrown;
            return { url: webhook.url, error: thrown.message };
          }
        }),
      ),
    deliver,
    async close() {
      clearInterval(timer);
      closed.abort(new WebhookError("the gateway stops"));
      await running;
    },
  };
}
