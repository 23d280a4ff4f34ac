/** Parts of an upstream's response that reach the client beside its body. */
import type { ErrorReader } from "#lib/http/error-reading.ts";
import { errors } from "#lib/http/errors.ts";
import { FROM_UPSTREAM, GatewayError } from "#lib/http/gateway-error.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import type { ResponseHeaders } from "./receiver.ts";
import { redactError } from "./redactor.ts";
import { selectResponseHeaders } from "./select-response-headers.ts";
import type { Upstream } from "./upstream.ts";

/** Converts the upstream's status and text into a GatewayError, without the upstream's secrets. */
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
    return errors.upstreamRedirected({ provider: upstream.id, status });
  }
  const { redact } = upstream;
  // The text is redacted before it is shortened, which may cut a secret in two, and again after its escapes are
  // decoded.
  const text = redact(body);
  const read = readError(parseJson(text));
  const error = new GatewayError({
    status,
    message:
      read?.message ??
      (writeExcerpt(text, LONGEST_TEXT) ||
        errors.upstreamRefusedWithoutText({ provider: upstream.id, status }).message),
    ...(read?.type ? { type: read.type } : {}),
    ...(read?.param ? { param: read.param } : {}),
    ...(read?.code ? { code: read.code } : {}),
    headers: { ...retryAfter(read?.retryAfterMs), ...selectResponseHeaders(headers, redact), ...FROM_UPSTREAM },
  });
  return redactError(error, redact);
}

/**
 * Reads an error that was sent with a success status, as some servers and routers do; undefined for anything else. Its
 * status is the one in its body, if that is an HTTP status.
 */
export function readHiddenError({
  text,
  document = parseJson(text),
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
  if (REPLY_FIELDS.some((field) => field in body)) return undefined;
  const { error } = body;
  const code = typeof error === "object" && "code" in error ? error.code : undefined;
  const status = typeof code === "number" && Number.isInteger(code) && code >= 400 && code <= 599 ? code : 502;
  return readUpstreamError({ status, headers, body: JSON.stringify(body), upstream, readError });
}

/** Every response has one of these fields. */
const REPLY_FIELDS = ["choices", "content", "candidates", "output"];

/** Writes the retry time of the body as a header; an upstream's own header comes first. */
function retryAfter(ms: number | undefined): Record<string, string> {
  return ms === undefined ? {} : { "retry-after": String(Math.ceil(ms / 1000)) };
}

/** Reader for the retry rule, see `UpstreamRequest`. */
export function createRetryAfterReader({
  readError,
}: {
  readError: ErrorReader;
}): (body: string) => number | undefined {
  return (body) => readError(parseJson(body))?.retryAfterMs;
}

const LONGEST_TEXT = 500;
/** Limit on a page, without its styles and scripts, that is searched for words, in characters. */
const LONGEST_PAGE = 65_536;
/** Matches styles and scripts. It and `TAG` read each character only once, also for unclosed elements. */
const STYLES_AND_SCRIPTS = /<(style|script)\b[\s\S]*?(?:<\/\1>|$)/gi;
const TAG = /<[^<>]*>/g;

/** Returns the words of a proxy's HTML page or of a text, short enough for a message. */
export function writeExcerpt(body: string, longest: number): string {
  const text = body
    .replace(STYLES_AND_SCRIPTS, " ")
    .slice(0, LONGEST_PAGE)
    .replace(TAG, " ")
    .replace(/\s+/g, " ")
    .trim();
  return text.length > longest ? `${text.slice(0, longest - 3)}…` : text;
}
