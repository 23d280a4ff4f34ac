/** Posts a signed JSON body to a webhook of the operator, and reads its response within a bound. */
import { Agent } from "undici";
import { signWebhook } from "#lib/http/sign-webhook.ts";

export type WebhookResponse = { status: number; contentType: string; text: string };

/** Reason why a webhook gave no response, in words for the log. */
export class WebhookError extends Error {}

/** One for all webhooks, created at the first. Connections are reused; redirects are not followed. */
let agent: Agent | undefined;

/**
 * @param limit largest response in bytes
 * @throws WebhookError without a response of at most `limit` bytes within `timeoutMs`
 */
export async function postWebhook({
  url,
  secret,
  id,
  body,
  timeoutMs,
  limit,
  signal,
}: {
  url: string;
  secret: string;
  id: string;
  body: string;
  timeoutMs: number;
  limit: number;
  signal?: AbortSignal | undefined;
}): Promise<WebhookResponse> {
  agent ??= new Agent({ connect: { timeout: timeoutMs }, connections: 64 });
  const { origin, pathname } = new URL(url);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await agent.request({
      origin,
      path: pathname,
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "parlance", ...signWebhook({ secret, id, body }) },
      body,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > limit) throw new WebhookError(`its response is larger than ${limit} bytes`);
      chunks.push(chunk);
    }
    const type = response.headers["content-type"];
    return {
      status: response.statusCode,
      contentType: typeof type === "string" ? type : "",
      text: Buffer.concat(chunks).toString("utf8"),
    };
  } catch (error) {
    if (error instanceof WebhookError) throw error;
    if (signal?.aborted) throw signal.reason;
    if (timeout.aborted) throw new WebhookError(`it did not respond within ${timeoutMs} ms`);
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new WebhookError(`it cannot be reached (${code})`);
  }
}
