/** What of an upstream's answer reaches the client beside its body. */

import type { ErrorReader } from "#lib/http/error-reading.ts";
import { FROM_UPSTREAM, GatewayError } from "#lib/http/gateway-error.ts";
import { passedHeaders } from "./passed-headers.ts";
import type { ResponseHeaders } from "./receiver.ts";
import type { Upstream } from "./upstream.ts";

/** The upstream's status and text as an error of ours. Its credential, should it be quoted, is taken out. */
export function readUpstreamError({
  status,
  headers,
  body,
  upstream,
  readError,
}: {
  status: number;
  headers: ResponseHeaders;
  body: string;
  upstream: Pick<Upstream, "id" | "apiKey">;
  readError: ErrorReader;
}): GatewayError {
  if (status < 400) {
    return new GatewayError({
      status: 502,
      message: `The upstream "${upstream.id}" answered with a redirect (${status}). Check its base URL.`,
    });
  }
  const text = upstream.apiKey ? body.replaceAll(upstream.apiKey, "[redacted]") : body;
  const read = readError(parse(text));
  return new GatewayError({
    status,
    message:
      read?.message ?? (plainText(text) || `The upstream "${upstream.id}" answered with status ${status} and no text.`),
    ...(read?.type ? { type: read.type } : {}),
    ...(read?.param ? { param: read.param } : {}),
    ...(read?.code ? { code: read.code } : {}),
    headers: { ...retryAfter(read?.retryAfterMs), ...passedHeaders(headers), ...FROM_UPSTREAM },
  });
}

/**
 * An error that came with a status that says success, as some servers and routers of several upstreams send it;
 * undefined for anything else. Its status is the one in its body, where that is one of HTTP's.
 */
export function readHiddenError({
  text,
  headers,
  upstream,
  readError,
}: {
  text: string;
  headers: ResponseHeaders;
  upstream: Pick<Upstream, "id" | "apiKey">;
  readError: ErrorReader;
}): GatewayError | undefined {
  const body = parse(text);
  if (typeof body !== "object" || body === null || !("error" in body) || !body.error) return undefined;
  if (ANSWERS.some((field) => field in body)) return undefined;
  const { error } = body;
  const code = typeof error === "object" && "code" in error ? error.code : undefined;
  const status = typeof code === "number" && Number.isInteger(code) && code >= 400 && code <= 599 ? code : 502;
  return readUpstreamError({ status, headers, body: text, upstream, readError });
}

/** One of these stands in every answer. */
const ANSWERS = ["choices", "content", "candidates", "output"];

/** What the body said of it, for a client that reads the header; an upstream's own header comes before it. */
function retryAfter(ms: number | undefined): Record<string, string> {
  return ms === undefined ? {} : { "retry-after": String(Math.ceil(ms / 1000)) };
}

/** For the retry rule, see `UpstreamRequest`. */
export function retryAfterReader({ readError }: { readError: ErrorReader }): (body: string) => number | undefined {
  return (body) => readError(parse(body))?.retryAfterMs;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A proxy's HTML page or a line of text, short enough for a message. */
function plainText(body: string): string {
  const text = body
    .replace(/<(style|script)[\s\S]*?<\/\1>/gi, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return text.length > 500 ? `${text.slice(0, 497)}…` : text;
}
