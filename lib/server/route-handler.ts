/** Mounts the core on Web Request and Response: the route handlers under `app/api`, on any host that runs them. */
import { ClientPresence } from "#lib/http/client-presence.ts";
import { type BodyStream, type HttpRequest, type HttpResponse, isBodyStream } from "#lib/http/http-message.ts";
import { handle } from "../gateway/assembly/handle.ts";
import { getProcessServices } from "../gateway/assembly/process-services.ts";
import { toCorePath } from "./gateway-path.ts";
import { WebBody } from "./web-body.ts";

/** Handles any gateway route; the core decides from the path which one, and checks the method. */
async function handleRoute(request: Request): Promise<Response> {
  const services = await getProcessServices();
  const client = new ClientPresence();
  if (request.signal.aborted) client.leave();
  else request.signal.addEventListener("abort", () => client.leave(), { once: true });
  const body = new WebBody(request, { client, services });
  const answer = await handle(toHttpRequest(request, { client, body }), services);
  void body.discardRest();
  return toResponse(answer, request.method);
}

function toHttpRequest(request: Request, { client, body }: Pick<HttpRequest, "client" | "body">): HttpRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: toCorePath(pathname),
    query: search.slice(1),
    headers: Object.fromEntries(request.headers),
    body,
    client,
    lacksWebSockets: true,
  };
}

function toResponse({ status, reason, headers, body }: HttpResponse, method: string): Response {
  const init: ResponseInit = {
    status,
    ...(reason ? { statusText: reason } : {}),
    headers: new Headers(headers as Record<string, string>),
  };
  // Null-body statuses take none, not even an empty one.
  if (method === "HEAD" || status === 204 || status === 304) return new Response(null, init);
  return new Response(isBodyStream(body) ? toStream(body) : (body as BodyInit), init);
}

/** Web streams throw on a write after the end or a cancel, and buffer without a bound: this function prevents both. */
function toStream(source: BodyStream): ReadableStream<Uint8Array> {
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
        // Not from inside `pull`: a source that pushes at once would call it again without end.
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

export {
  handleRoute as DELETE,
  handleRoute as GET,
  handleRoute as HEAD,
  handleRoute as OPTIONS,
  handleRoute as PATCH,
  handleRoute as POST,
  handleRoute as PUT,
};
