/** Mounts the core on Web Request and Response: the route handlers under `app/api`, on any host that runs them. */
import { handle } from "#lib/gateway/handle.ts";
import { processRuntime } from "#lib/gateway/runtime.ts";
import { bodyTooLarge, limited } from "#lib/http/body-limit.ts";
import { ClientPresence } from "#lib/http/client-presence.ts";
import { type ExchangeRequest, type ExchangeResponse, isPushSource, type PushSource } from "#lib/http/exchange.ts";
import { toCorePath } from "./gateway-path.ts";

type BodyReader = ReadableStreamDefaultReader<Uint8Array> | undefined;

/** Answers any gateway route; which one, and whether it takes the method, the core decides from the path. */
export async function handleRoute(request: Request): Promise<Response> {
  const body = request.body?.getReader();
  const answer = await handle(toExchange(request, body), await processRuntime());
  discardRest(body);
  return toResponse(answer, request.method);
}

function toExchange(request: Request, body: BodyReader): ExchangeRequest {
  const client = new ClientPresence();
  if (request.signal.aborted) client.leave();
  else request.signal.addEventListener("abort", () => client.leave(), { once: true });
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: toCorePath(pathname),
    query: search.slice(1),
    headers: Object.fromEntries(request.headers),
    body: {
      bytes: (limit) => readBody(body, Number(request.headers.get("content-length")), limit),
      chunks: (limit) => limited(chunksOf(body), limit),
    },
    client,
  };
}

async function readBody(body: BodyReader, contentLength: number, limit: number): Promise<Uint8Array> {
  if (contentLength > limit) throw bodyTooLarge(limit);
  const chunks: Uint8Array[] = [];
  for await (const chunk of limited(chunksOf(body), limit)) chunks.push(chunk);
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

/** Not the stream's own iterator: leaving that early would cancel the stream, whose rest is to be discarded. */
async function* chunksOf(body: BodyReader): AsyncGenerator<Uint8Array, void, void> {
  for (let read = await body?.read(); read && !read.done; read = await body?.read()) yield read.value;
}

/** Next leaves a body that a refusal did not read in the connection, where the client's next request would get stuck. */
async function discardRest(body: BodyReader): Promise<void> {
  try {
    while (body && !(await body.read()).done);
  } catch {
    // The client left in the middle of its body.
  }
}

function toResponse({ status, reason, headers, body }: ExchangeResponse, method: string): Response {
  const init: ResponseInit = {
    status,
    ...(reason ? { statusText: reason } : {}),
    headers: new Headers(headers as Record<string, string>),
  };
  // Null-body statuses take none, not even an empty one.
  if (method === "HEAD" || status === 204 || status === 304) return new Response(null, init);
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
