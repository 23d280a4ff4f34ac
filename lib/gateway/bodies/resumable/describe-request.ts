/** Describes the requests of a resumable response for its trace, without credentials. */

import type { ResponseTrace, TraceBody } from "#lib/contract/response-trace.ts";
import type { Redact } from "#lib/upstreams/redactor.ts";
import type { UpstreamRequest } from "#lib/upstreams/send.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { shownAddress, shownHeaders } from "./shown-headers.ts";

/** Conversations with pictures in them come near to it; what is longer could not be looked at anyway. */
const LONGEST_BODY = 4 * 1024 * 1024;
const BEGINNING = 64 * 1024;

export type SentRequest = {
  /** As it was sent; "" for one that came out of a file. */
  body: string | Buffer;
  /** Finds the upstream's secrets, so that nothing which holds one is shown. */
  redact: Redact;
  shown(): NonNullable<ResponseTrace["sent"]>;
};

/** Put into words only when somebody asks. */
export function describeSent({
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
      method: request.method,
      url: redact(shownAddress(upstream.origin + upstream.basePath + request.path)),
      dialect,
      headers: shownHeaders(request.headers, {
        // A header that the operator configured may be a secret whatever its name is.
        hidden: new Set(Object.keys(upstream.headers).map((name) => name.toLowerCase())),
        redact,
      }),
      ...describeBody(typeof body === "string" ? Buffer.from(body) : body),
    }),
  };
}

export function describeBody(body: Uint8Array = new Uint8Array()): TraceBody {
  const shown = body.length > LONGEST_BODY ? body.subarray(0, BEGINNING) : body;
  return { body: Buffer.from(shown).toString("utf8"), body_bytes: body.length };
}
