/** Mounts the core on Web Request and Response: the route handlers under `app/api`, on any host that runs them. */
import { handle } from "#lib/gateway/handle.ts";
import { processRuntime } from "#lib/gateway/runtime.ts";
import { bodyTooLarge } from "#lib/http/body-too-large.ts";
import { type ExchangeRequest, type ExchangeResponse, isPushSource, type PushSource } from "#lib/http/exchange.ts";
import { toCorePath } from "./gateway-path.ts";

/** Answers any gateway route; which one, and whether it takes the method, the core decides from the path. */
export async function handleRoute(request: Request): Promise<Response> {
  return toResponse(await handle(toExchange(request), await processRuntime()), request.method);
}

function toExchange(request: Request): ExchangeRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: toCorePath(pathname),
    query: search.slice(1),
    headers: Object.fromEntries(request.headers),
    body: { bytes: (limit) => readBody(request, limit) },
    signal: request.signal,
  };
}

async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > limit) throw bodyTooLarge(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Node's ReadableStream is async iterable; TypeScript's DOM library does not say so.
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > limit) throw bodyTooLarge(limit);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

function toResponse({ status, reason, headers, body }: ExchangeResponse, method: string): Response {
  const init: ResponseInit = {
    status,
    ...(reason ? { statusText: reason } : {}),
    headers: new Headers(headers as Record<string, string>),
  };
  // Null-body statuses take none, not even an empty one.
  if (method === "HEAD" || status === 204) return new Response(null, init);
  return new Response(isPushSource(body) ? toStream(body) : (body as BodyInit), init);
}

/** Web streams throw on a write after the end or a cancel, and would take pushes without bound: both are kept from here. */
function toStream(source: PushSource): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let open = true;
  let full = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        source.start({
          write(chunk) {
            if (!open) return true;
            controller.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
            full = (controller.desiredSize ?? 0) <= 0;
            return !full;
          },
          end() {
            if (!open) return;
            open = false;
            controller.close();
          },
          fail(error) {
            if (!open) return;
            open = false;
            controller.error(error);
          },
        });
      },
      pull() {
        if (!full) return;
        full = false;
        // Not from inside `pull`: a source that answers at once would call it again without end.
        setImmediate(() => {
          if (open) source.resume();
        });
      },
      cancel() {
        if (!open) return;
        open = false;
        source.cancel();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 65_536 }),
  );
}
