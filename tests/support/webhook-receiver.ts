/** Receiver of webhooks that checks their signatures, as the specification of Standard Webhooks tells receivers to. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const WEBHOOK_SECRET = `whsec_${Buffer.from("secret-of-webhooks-0123456789abcdef").toString("base64")}`;
const TOLERANCE_SECONDS = 300;

export type ReceivedWebhook = { id: string; headers: IncomingHttpHeaders; body: Record<string, unknown> };
export type WebhookReply = { status?: number; type?: string; body?: string; waitMs?: number };

export type WebhookReceiver = {
  url: string;
  /** Calls with a right signature. */
  received: ReceivedWebhook[];
  /** Calls that were refused for their signature. */
  refused: number;
  /** Decides what each call gets; 204 unless set. */
  reply: (webhook: ReceivedWebhook) => WebhookReply;
  close(): Promise<void>;
};

export async function startWebhookReceiver(secret = WEBHOOK_SECRET): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString("utf8");
    if (!isSigned(request.headers, text, secret)) {
      receiver.refused += 1;
      return void response.writeHead(401).end();
    }
    const webhook = { id: String(request.headers["webhook-id"]), headers: request.headers, body: JSON.parse(text) };
    receiver.received.push(webhook);
    await send(response, receiver.reply(webhook));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    refused: 0,
    reply: () => ({ status: 204 }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}

async function send(response: ServerResponse, { status = 200, type, body = "", waitMs = 0 }: WebhookReply) {
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  response.writeHead(status, { "content-type": type ?? "application/json" }).end(status === 204 ? undefined : body);
}

function isSigned(headers: IncomingHttpHeaders, text: string, secret: string): boolean {
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures = "" } = headers;
  if (Math.abs(Date.now() / 1_000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${time}.${text}`).digest();
  return String(signatures)
    .split(" ")
    .some((one) => {
      const [version, value = ""] = one.split(",");
      const given = Buffer.from(value, "base64");
      return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
    });
}
