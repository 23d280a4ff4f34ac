/** What of an upstream's answer reaches the client beside its body. */

import type { ErrorReader } from "#lib/http/error-reading.ts";
import { FROM_UPSTREAM, GatewayError } from "#lib/http/gateway-error.ts";
import { passedHeaders } from "./passed-headers.ts";
import type { ResponseHeaders } from "./receiver.ts";
import { redactError } from "./redactor.ts";
import type { Upstream } from "./upstream.ts";

/** The upstream's status and text as an error of ours, without the upstream's secrets. */
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
  upstream: Pick<Upstream, "id" | "redact">;
  readError: ErrorReader;
}): GatewayError {
  if (status < 400) {
    return new GatewayError({
      status: 502,
      message: `The upstream "${upstream.id}" answered with a redirect (${status}). Check its base URL.`,
    });
  }
  const { redact } = upstream;
  // The text is redacted before it is shortened, which may cut a secret in two, and again in what its escapes stand for.
  const text = redact(body);
  const read = readError(parse(text));
  const error = new GatewayError({
    status,
    message:
      read?.message ??
      (excerpt(text, LONGEST_TEXT) || `The upstream "${upstream.id}" answered with status ${status} and no text.`),
    ...(read?.type ? { type: read.type } : {}),
    ...(read?.param ? { param: read.param } : {}),
    ...(read?.code ? { code: read.code } : {}),
    headers: { ...retryAfter(read?.retryAfterMs), ...passedHeaders(headers, redact), ...FROM_UPSTREAM },
  });
  return redactError(error, redact);
}

/**
 * An error that came with a status that says success, as some servers and routers of several upstreams send it;
 * undefined for anything else. Its status is the one in its body, where that is one of HTTP's.
 */
export function readHiddenError({
  text,
  document = parse(text),
  headers,
  upstream,
  readError,
}: {
  text: string;
  /** The text parsed, where that has been done. */
  document?: unknown;
  headers: ResponseHeaders;
  upstream: Pick<Upstream, "id" | "redact">;
  readError: ErrorReader;
}): GatewayError | undefined {
  // Google's streams without events are arrays, and so are their errors.
  const body: unknown = Array.isArray(document) ? document[0] : document;
  if (typeof body !== "object" || body === null || !("error" in body) || !body.error) return undefined;
  if (ANSWERS.some((field) => field in body)) return undefined;
  const { error } = body;
  const code = typeof error === "object" && "code" in error ? error.code : undefined;
  const status = typeof code === "number" && Number.isInteger(code) && code >= 400 && code <= 599 ? code : 502;
  return readUpstreamError({ status, headers, body: JSON.stringify(body), upstream, readError });
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

const LONGEST_TEXT = 500;
/** Characters of a page, without its styles and scripts, that are searched for words. */
const LONGEST_PAGE = 65_536;
/** Matches styles and scripts. It and `TAG` read each character once, also where what begins has no end. */
const UNSEEN = /<(style|script)\b[\s\S]*?(?:<\/\1>|$)/gi;
const TAG = /<[^<>]*>/g;

/** Returns the words of a proxy's HTML page or of a text, short enough for a message. */
export function excerpt(body: string, longest: number): string {
  const text = body.replace(UNSEEN, " ").slice(0, LONGEST_PAGE).replace(TAG, " ").replace(/\s+/g, " ").trim();
  return text.length > longest ? `${text.slice(0, longest - 3)}…` : text;
}
