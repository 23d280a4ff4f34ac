/** Calls of models on behalf of the owner of an evaluation: through the gateway itself, with its limits and its log. */

import type { ModelRequest } from "#lib/evaluations/column-request.ts";
import type { Principal } from "#lib/gateway/request/key-ring.ts";
import type { LogEntry } from "#lib/gateway/request/log-entry.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { openPriceList } from "#lib/gateway/routing/price-list.ts";
import { ClientPresence } from "#lib/http/client-presence.ts";
import { errors } from "#lib/http/errors.ts";
import { type HttpRequest, type HttpResponse, isBodyStream } from "#lib/http/http-message.ts";
import { EVALUATION_LIMITS } from "./evaluation-limits.ts";

/** Handles a request of the gateway to itself. */
export type SendOwn = (
  request: HttpRequest,
  own: { principal: Principal; onLog: (log: LogEntry) => void },
) => Promise<HttpResponse>;

export type Called = {
  status: number;
  headers: HttpResponse["headers"];
  json: unknown;
  ms: number;
  requestId: string;
  inputTokens: number | null;
  outputTokens: number | null;
  /** US dollars; null when it is unknown. */
  cost: number | null;
};

type CallOptions = {
  principal: Principal;
  send: SendOwn;
  services: Services;
  /** Labels and other headers of the gateway. */
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
};

/** @throws GatewayError 502 when the response is no JSON, and the reason of an abort */
export async function callModel(
  { path, headers, body }: Pick<ModelRequest, "path" | "headers" | "body">,
  { principal, send, services, headers: own, signal }: CallOptions,
): Promise<Called> {
  const client = new ClientPresence();
  const leave = () => client.leave();
  signal?.throwIfAborted();
  signal?.addEventListener("abort", leave, { once: true });
  let entry: LogEntry | undefined;
  const startedAt = performance.now();
  try {
    const request = createRequest(path, { body, client, headers: { ...headers, ...own } });
    const response = await send(request, {
      principal,
      onLog(log) {
        entry = log;
      },
    });
    const bytes = await readBody(response);
    const ms = performance.now() - startedAt;
    signal?.throwIfAborted();
    return {
      status: response.status,
      headers: response.headers,
      json: parse(bytes),
      ms,
      requestId: entry?.id ?? "",
      inputTokens: entry?.usage?.inputTokens ?? null,
      outputTokens: entry?.usage?.outputTokens ?? null,
      cost: entry ? await findCost(entry, services) : null,
    };
  } finally {
    signal?.removeEventListener("abort", leave);
  }
}

function createRequest(
  path: string,
  { body, client, headers }: { body: object; client: ClientPresence; headers: Record<string, string> },
): HttpRequest {
  const bytes = Buffer.from(JSON.stringify(body));
  return {
    method: "POST",
    path,
    query: "",
    headers: { "content-type": "application/json", "user-agent": "parlance-evaluations", ...headers },
    body: {
      bytes: async () => bytes,
      async *chunks() {
        yield bytes;
      },
      retain() {},
      release() {},
    },
    client,
  };
}

/** Reads a response whole. @throws GatewayError 502 for one that is too long or cut */
function readBody({ body }: HttpResponse): Promise<Buffer> {
  if (typeof body === "string") return Promise.resolve(Buffer.from(body));
  if (!isBodyStream(body)) return Promise.resolve(Buffer.from(body));
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  body.start({
    write(chunk) {
      const bytes = Buffer.from(chunk as string);
      size += bytes.length;
      chunks.push(bytes);
      if (size > EVALUATION_LIMITS.responseBytes) {
        body.cancel();
        reject(errors.evaluationResponseTooLong({ limit: EVALUATION_LIMITS.responseBytes }));
      }
      return true;
    },
    end: () => resolve(Buffer.concat(chunks)),
    fail: reject,
  });
  return promise;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw errors.evaluationResponseNotJson({ cause });
  }
}

async function findCost({ upstream, model, target, usage, outcome, cache }: LogEntry, services: Services) {
  const prices = await openPriceList(services, [upstream]);
  const requests = (outcome?.status ?? 200) < 400 && cache !== "hit" ? 1 : 0;
  const cost = prices.computeCost({
    upstream,
    model: target ?? model,
    inputTokens: usage?.inputTokens ?? null,
    outputTokens: usage?.outputTokens ?? null,
    cachedTokens: usage?.cachedInputTokens ?? null,
    cacheWriteTokens: usage?.cacheWriteInputTokens ?? null,
    requests,
  });
  return cost?.amount ?? null;
}
