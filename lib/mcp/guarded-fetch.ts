/** Requests to an MCP server over HTTP: bounded in size, and kept from addresses that it must not have. */
import { Agent, fetch as fetchUrl } from "undici";
import type { McpHttpServer } from "#lib/config/mcp-settings.ts";
import { errors } from "#lib/http/errors.ts";
import { createAddressGuard } from "#lib/upstreams/address-guard.ts";
import { MCP_LIMITS } from "./limits.ts";

export type GuardedFetch = {
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
};

/**
 * @param onFailure called when a response fails in its middle, where nobody waits for its bytes
 * @param isPlain for requests that are not MCP's, such as those of a sign-in: GET is one of them, and the bodies of
 * errors are read
 */
export function createGuardedFetch(
  { id, isInternal, timeoutMs }: Pick<McpHttpServer, "id" | "isInternal" | "timeoutMs">,
  { onFailure, isPlain = false }: { onFailure?: (error: Error) => void; isPlain?: boolean } = {},
): GuardedFetch {
  const guard = createAddressGuard({
    isInternal,
    refuse: (host) => errors.mcpAddressForbidden({ server: id, host }),
  });
  const dispatcher = new Agent({
    connect: { timeout: MCP_LIMITS.connectMs, lookup: guard.lookup },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    allowH2: false,
  });
  return {
    async fetch(address, init = {}) {
      const { method = "GET", headers, body, signal, redirect } = init;
      const sent = new Headers(headers);
      // A stream that waits for notifications would hold a connection for each session. Resuming one is brief.
      if (!isPlain && method === "GET" && !sent.has("last-event-id")) return new Response(null, { status: 405 });
      guard.require(new URL(address));
      const response = await fetchUrl(address, {
        ...{ method, headers: [...sent], dispatcher, redirect: redirect ?? "manual" },
        ...(typeof body === "string" || body instanceof URLSearchParams ? { body: String(body) } : {}),
        ...(signal ? { signal } : {}),
      });
      const received = new Headers([...response.headers]);
      const { status, statusText } = response;
      const stream = response.body as ReadableStream<Uint8Array> | null;
      const hasBody = stream !== null && status >= 200 && ![204, 205, 304].includes(status);
      return new Response(hasBody ? stream.pipeThrough(limitBytes(id, onFailure)) : null, {
        ...{ status, statusText, headers: received },
      });
    },
    close: () => dispatcher.destroy(),
  };
}

function limitBytes(
  server: string,
  onFailure: ((error: Error) => void) | undefined,
): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length;
      if (size <= MCP_LIMITS.responseBytes) return controller.enqueue(chunk);
      const error = errors.mcpResponseTooLarge({ server, limit: MCP_LIMITS.responseBytes });
      onFailure?.(error);
      controller.error(error);
    },
  });
}
