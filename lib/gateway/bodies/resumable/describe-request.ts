/** Describes the requests of a resumable response for its trace, without credentials. */
import type { ResponseTrace, TraceBody } from "#lib/contract/response-trace.ts";
import { redactAddress, redactHeaders } from "#lib/upstreams/redact-headers.ts";
import type { Redact } from "#lib/upstreams/redactor.ts";
import type { UpstreamRequest } from "#lib/upstreams/send.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";

/** Limit on a body: conversations with images come close to it, and longer ones could not be read in the inspector. */
const LONGEST_BODY = 4 * 1024 * 1024;
const BEGINNING = 64 * 1024;

export type SentRequest = {
  /** Body as it was sent; "" for one from a file. */
  body: string | Buffer;
  /** Finds the upstream's secrets, so that text with one of them is hidden. */
  redact: Redact;
  shown(): NonNullable<ResponseTrace["sent"]>;
};

/** Described on demand only. */
export function describeSentRequest({
  upstream,
  dialect,
  request,
}: {
  upstream: Upstream;
  dialect: string;
  request: UpstreamRequest;
}): SentRequest {
  const body = typeof request.body === "function" ? "" : (request.body ?? "");
  const { redact } = upstream;
  return {
    body,
    redact,
    shown: () => ({
      ...describeSentHead({ upstream, request }),
      dialect,
      ...describeBody(typeof body === "string" ? Buffer.from(body) : body),
    }),
  };
}

/** Describes a request to an upstream without its body. */
export function describeSentHead({
  upstream,
  request,
}: {
  upstream: Upstream;
  request: Pick<UpstreamRequest, "method" | "path" | "headers">;
}): { method: string; url: string; headers: Record<string, string> } {
  const { redact } = upstream;
  return {
    method: request.method,
    url: redact(redactAddress(upstream.origin + upstream.basePath + request.path)),
    headers: redactHeaders(request.headers, {
      // A header that the operator configured may be a secret, whatever its name is.
      hidden: new Set(Object.keys(upstream.headers).map((name) => name.toLowerCase())),
      redact,
    }),
  };
}

export function describeBody(body: Uint8Array = new Uint8Array()): TraceBody {
  const shown = body.length > LONGEST_BODY ? body.subarray(0, BEGINNING) : body;
  return { body: Buffer.from(shown).toString("utf8"), body_bytes: body.length };
}
