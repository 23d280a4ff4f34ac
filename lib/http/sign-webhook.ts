import { createHmac, randomBytes } from "node:crypto";

export type SignedWebhook = { "webhook-id": string; "webhook-timestamp": string; "webhook-signature": string };

/**
 * Signs a webhook as Standard Webhooks 1.0 says (github.com/standard-webhooks): `v1` is HMAC-SHA256 over id, time and
 * body.
 * @param secret key in base64
 * @param time Unix milliseconds
 */
export function signWebhook({
  secret,
  id,
  body,
  time = Date.now(),
}: {
  secret: string;
  id: string;
  body: string;
  time?: number;
}): SignedWebhook {
  const timestamp = String(Math.floor(time / 1_000));
  const key = Buffer.from(secret, "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}

/** Returns an id that a receiver may tell repeated deliveries by. */
export function createWebhookId(): string {
  return `msg_${randomBytes(15).toString("base64url")}`;
}
