/** Client of the gateway's resumable responses. */
import type { ResponseTrace } from "#lib/contract/response-trace.ts";

type FetchOptions = { fetch: typeof fetch; signal?: AbortSignal };

const getAddress = (id: string) => `/api/exchanges/${id}`;

/**
 * Returns the description of a resumable response; undefined when the gateway has none, or no longer. Rejects as
 * `fetch` does.
 */
export async function describeResponse(
  id: string,
  { fetch: ask, signal }: FetchOptions,
): Promise<ResponseTrace | undefined> {
  const response = await ask(`${getAddress(id)}?writes=true`, { credentials: "same-origin", signal });
  return response.ok ? response.json() : undefined;
}

/** Opens the response after its first `after` bytes; undefined when it is gone. Rejects as `fetch` does. */
export async function openResponse(
  id: string,
  { fetch: ask, signal, after }: FetchOptions & { after: number },
): Promise<Response | undefined> {
  const response = await ask(`${getAddress(id)}/events?after=${after}`, { credentials: "same-origin", signal });
  return response.ok ? response : undefined;
}

/** Milliseconds before each try; a request that was just sent may not have reached the gateway yet. */
const TRIES = [0, 100, 300, 900];

/** Stops the response, which would otherwise continue without its page. Never rejects. */
export async function stopResponse(id: string, ask: typeof fetch): Promise<void> {
  for (const wait of TRIES) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    try {
      const { status } = await ask(getAddress(id), {
        method: "DELETE",
        credentials: "same-origin",
        // The page may be closed before this request is answered.
        keepalive: true,
      });
      if (status !== 404) return;
    } catch {
      // The connection may be back at the next try. After two minutes without a reader the gateway stops the response
      // itself.
    }
  }
}
