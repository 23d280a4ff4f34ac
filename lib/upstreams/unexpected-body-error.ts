/** Bodies of successful responses that are not a reply: describes them for the client's 502. */
import type { ErrorReader } from "#lib/http/error-reading.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { readHiddenError, writeExcerpt } from "./read-upstream-error.ts";
import type { ResponseHeaders } from "./receiver.ts";
import type { Upstream } from "./upstream.ts";

export type Expected = "a JSON object" | "an event stream" | "a video" | "audio" | "a transcript" | "a document";

/** Head of an upstream's response. */
export type ResponseHead = { status: number; headers: ResponseHeaders };

const JSON_TYPE = /^application\/(?:[\w.+-]*\+)?json$/;
const HTML_TYPE = /^(?:text\/html|application\/xhtml\+xml)$/;
const LONGEST_EXCERPT = 200;

/** Returns the media type in lower case, without parameters; "" when there is none. */
function getMediaType({ "content-type": type }: ResponseHeaders): string {
  return typeof type === "string" ? (type.split(";", 1)[0] as string).trim().toLowerCase() : "";
}

export function isEventStream(headers: ResponseHeaders): boolean {
  return getMediaType(headers) === "text/event-stream";
}

export function isJson(headers: ResponseHeaders): boolean {
  return JSON_TYPE.test(getMediaType(headers));
}

/** Returns true when status and headers alone show that the body cannot be the expected one. */
export function isUnexpected({ status, headers }: ResponseHead, expected: Expected): boolean {
  if (status === 204 || status === 205 || headers["content-length"] === "0") return true;
  const type = getMediaType(headers);
  if (HTML_TYPE.test(type)) return true;
  return expected === "an event stream" ? JSON_TYPE.test(type) : type === "text/event-stream";
}

/** Returns true for bytes that begin like a JSON object, after white space or a byte order mark. */
export function beginsObject(bytes: Uint8Array): boolean {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++;
  return bytes[at] === 0x7b;
}

const ERROR_FIELD = Buffer.from('"error"');
const HAS_VALUE = /^\s*:\s*(?!null|false|""|\s)/;

/**
 * Returns true for JSON or events with a field `error` at any depth. One native search: quotes inside a JSON string are
 * escaped, so text about errors does not match.
 */
export function hasErrorField(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(ERROR_FIELD); at >= 0; at = bytes.indexOf(ERROR_FIELD, at)) {
    at += ERROR_FIELD.length;
    if (HAS_VALUE.test(bytes.toString("latin1", at, at + 32))) return true;
  }
  return false;
}

/**
 * Returns the error in the body, otherwise a 502 that names the received and the expected type.
 * @param body beginning of the body; absent when it was not read
 */
export function unexpectedBodyError({
  upstream,
  expected,
  status,
  headers,
  body,
  readError,
}: ResponseHead & {
  upstream: Pick<Upstream, "id" | "redact">;
  expected: Expected;
  body?: Uint8Array;
  readError?: ErrorReader;
}): GatewayError {
  const text = body && Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  const stated = text && readError && readHiddenError({ text, headers, upstream, readError });
  if (stated) return stated;
  const noEvents = expected === "an event stream" && isEventStream(headers);
  const name = noEvents ? "a body without events" : getName(headers, expected, upstream);
  const came = text === "" ? "an empty body" : name;
  const shown = text && !text.includes("\ufffd") ? writeExcerpt(upstream.redact(text), LONGEST_EXCERPT) : "";
  return errors.upstreamBodyUnexpected({ provider: upstream.id, got: came, expected, status, excerpt: shown });
}

function getName(headers: ResponseHeaders, expected: Expected, { redact }: Pick<Upstream, "redact">): string {
  const type = getMediaType(headers);
  if (HTML_TYPE.test(type)) return "an HTML page";
  if (JSON_TYPE.test(type) && expected !== "a JSON object") return "a JSON document";
  if (type === "text/event-stream") return "an event stream";
  return type ? `a body of type ${redact(type)}` : "a body without a content type";
}
