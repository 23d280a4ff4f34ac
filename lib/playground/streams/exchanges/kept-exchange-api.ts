/** The gateway's kept exchanges, as a page asks for them. */
import type { ResponseTrace } from "#lib/contract/response-trace.ts";

type Asking = { fetch: typeof fetch; signal?: AbortSignal };

const addressOf = (id: string) => `/api/exchanges/${id}`;

/** What the gateway keeps of a request; undefined when it keeps nothing of it, or no longer. Rejects as `fetch` does. */
export async function describeExchange(id: string, { fetch: ask, signal }: Asking): Promise<ResponseTrace | undefined> {
  const response = await ask(`${addressOf(id)}?writes=true`, { credentials: "same-origin", signal });
  return response.ok ? response.json() : undefined;
}

/** The answer from behind `after` bytes on; undefined when it is not there. Rejects as `fetch` does. */
export async function openExchange(
  id: string,
  { fetch: ask, signal, after }: Asking & { after: number },
): Promise<Response | undefined> {
  const response = await ask(`${addressOf(id)}/events?after=${after}`, { credentials: "same-origin", signal });
  return response.ok ? response : undefined;
}

/** Milliseconds; a request that was just sent may not have reached the gateway yet. */
const TRIES = [0, 100, 300, 900];

/** Stops the answer, which would go on without its page. Never rejects. */
export async function stopExchange(id: string, ask: typeof fetch): Promise<void> {
  for (const wait of TRIES) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    try {
      const { status } = await ask(addressOf(id), {
        method: "DELETE",
        credentials: "same-origin",
        // Stop and close: the page may be gone before the answer.
        keepalive: true,
      });
      if (status !== 404) return;
    } catch {
      // The connection may be back at the next try; after two minutes without a reader the gateway stops it by itself.
    }
  }
}
