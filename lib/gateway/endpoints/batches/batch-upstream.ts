/** Requests about batches to the upstream that runs them. */
import { requireRoute } from "#lib/gateway/lanes/find-openai-headers.ts";
import { LARGEST_ERROR, LARGEST_EVENT } from "#lib/gateway/limits.ts";
import { errors } from "#lib/http/errors.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import { fetchText } from "#lib/upstreams/fetch-text.ts";
import { readUpstreamError } from "#lib/upstreams/read-upstream-error.ts";
import { type RequestBody, type Sending, send, type UpstreamRequest } from "#lib/upstreams/send.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { BatchApi } from "./batch-apis.ts";

/** Limit on one description of a batch, or of a file. */
const LARGEST_OBJECT = 4 * 1024 * 1024;

type Call = {
  method: UpstreamRequest["method"];
  path: string;
  body?: RequestBody | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
};

/** @throws GatewayError the upstream's refusal; 404 that says so where it has no batches; 502, 504 */
export function callUpstream(upstream: Upstream, api: BatchApi, call: Call): Promise<Record<string, unknown>> {
  return requireRoute(request(upstream, api, call), { upstream, route: api.route, model: "batch" });
}

async function request(
  upstream: Upstream,
  { headersOf, readError }: BatchApi,
  { method, path, body, headers, signal }: Call,
): Promise<Record<string, unknown>> {
  const own = upstream.requestHeaders[headersOf(upstream) ?? ""]?.reply ?? {};
  const {
    status,
    headers: received,
    text,
  } = await fetchText({
    upstream,
    request: {
      ...{ method, path },
      headers: { ...own, ...headers, ...body?.headers },
      ...(body ? { body: body.content } : {}),
      once: method !== "GET",
    },
    largestBytes: LARGEST_OBJECT,
    ...(signal ? { signal } : {}),
  });
  if (status < 200 || status >= 300) {
    throw readUpstreamError({ status, headers: received, body: text.slice(0, LARGEST_ERROR), upstream, readError });
  }
  const json = parseJson(upstream.redact(text));
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw errors.upstreamReplyNotJson({ provider: upstream.id, cause: undefined });
  }
  return json as Record<string, unknown>;
}

/**
 * Reads a file of JSON lines from an upstream, line by line.
 * @throws GatewayError when it cannot be read to its end
 */
export function readLines(
  upstream: Upstream,
  { headersOf }: BatchApi,
  { path, onLine }: { path: string; onLine: (line: Buffer) => void },
): Promise<void> {
  const headers = upstream.requestHeaders[headersOf(upstream) ?? ""]?.reply ?? {};
  return new Promise((resolve, reject) => {
    let rest: Buffer[] = [];
    let size = 0;
    let sending: Sending | undefined;
    const fail = (error: unknown) => {
      sending?.cancel();
      reject(error);
    };
    sending = send({
      upstream,
      request: { method: "GET", path, headers: { ...headers, accept: "*/*" } },
      receiver: {
        onHeaders(status) {
          if (status !== 200) fail(errors.upstreamRefusedWithoutText({ provider: upstream.id, status }));
        },
        onData(chunk) {
          let from = 0;
          for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
            rest.push(chunk.subarray(from, end));
            onLine(Buffer.concat(rest));
            rest = [];
            size = 0;
            from = end + 1;
          }
          size += chunk.length - from;
          if (size > LARGEST_EVENT) fail(errors.upstreamReplyTooLarge({ provider: upstream.id, limit: LARGEST_EVENT }));
          // The chunk's memory is used again.
          else if (from < chunk.length) rest.push(Buffer.from(chunk.subarray(from)));
        },
        onEnd() {
          if (size > 0) onLine(Buffer.concat(rest));
          resolve();
        },
        onError: fail,
      },
    });
  });
}

const LINE_END = 0x0a;
