import type { PreflightReply } from "#lib/contract/preflight.ts";
import type { PreparedRequest } from "./unsent-request.ts";

/** Longest body that is shown, in bytes. */
const LONGEST_SHOWN = 1_000_000;

/** Describes a request to an upstream for people, without its secrets. */
export function describeRequest({ upstream, request }: PreparedRequest): NonNullable<PreflightReply["request"]> {
  const { method, path, headers, body = "" } = request;
  const { text, bytes = Number(headers["content-length"] ?? 0) } = readContent(body);
  return {
    method,
    url: upstream.redact(`${upstream.origin}${upstream.basePath}${path}`),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, upstream.redact(value)])),
    body: text === undefined || bytes > LONGEST_SHOWN ? null : parse(upstream.redact(text)),
    bytes,
  };
}

function readContent(body: NonNullable<PreparedRequest["request"]["body"]>): {
  text: string | undefined;
  bytes?: number;
} {
  // A dry run has its body in one piece; only a form of files is a stream.
  if (typeof body === "function") return { text: undefined };
  const text = typeof body === "string" ? body : body.toString("utf8");
  return { text, bytes: Buffer.byteLength(body) };
}

/** A form is no JSON; its text is shown as it is. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
