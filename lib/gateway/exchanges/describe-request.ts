/** The requests of a kept exchange as they may be shown. */
import type { UpstreamRequest } from "#lib/upstreams/send.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { KeptBody, KeptExchange } from "./kept-exchange.ts";
import { shownAddress, shownHeaders } from "./shown-headers.ts";

/** Conversations with pictures in them come near to it; what is longer could not be looked at anyway. */
const LONGEST_BODY = 4 * 1024 * 1024;
const BEGINNING = 64 * 1024;

export type SentRequest = {
  /** As it was sent; "" for one that came out of a file. */
  body: string;
  /** The upstream's credential, so that nothing which holds it is shown. */
  secret: string | undefined;
  shown(): NonNullable<KeptExchange["sent"]>;
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
  const body = typeof request.body === "string" ? request.body : "";
  const secret = upstream.apiKey;
  return {
    body,
    secret,
    shown: () => ({
      method: request.method,
      url: shownAddress(upstream.origin + upstream.basePath + request.path),
      dialect,
      headers: shownHeaders(request.headers, {
        // What the operator has set for this upstream may be a secret whatever its name is.
        hidden: new Set(Object.keys(upstream.headers).map((name) => name.toLowerCase())),
        secret,
      }),
      ...describeBody(Buffer.from(body)),
    }),
  };
}

export function describeBody(body: Uint8Array = new Uint8Array()): KeptBody {
  const shown = body.length > LONGEST_BODY ? body.subarray(0, BEGINNING) : body;
  return { body: Buffer.from(shown).toString("utf8"), body_bytes: body.length };
}
