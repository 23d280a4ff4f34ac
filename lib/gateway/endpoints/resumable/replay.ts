/** Sends a resumable response, or the rest of one. */
import type { Head } from "#lib/gateway/bodies/resumable/resumable-response.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { errors } from "#lib/http/errors.ts";
import type { EventsQuery } from "./schema.ts";

/** @throws GatewayError 410 for dropped bytes, 400 for future bytes */
export function requireStored({ after }: EventsQuery, { start, end }: { start: number; end: number }): void {
  if (after < start) {
    throw errors.resumableBytesDropped({ start });
  }
  if (after <= end) return;
  throw errors.resumableBytesAhead({ end, got: after });
}

/** Headers of the response that are needed to read it. */
const REPLAYED = /^(?:content-type|x-accel-buffering|x-gateway-.*|x-upstream-request-id)$/;

export function replay(head: Head, body: EndpointResponse["body"]): EndpointResponse {
  const replayed = Object.entries(head.headers).filter(([name]) => REPLAYED.test(name));
  return {
    status: 200,
    headers: {
      ...Object.fromEntries(replayed),
      // Proxies must not store or buffer it.
      "cache-control": "no-store, no-transform",
      "x-exchange-status": String(head.status),
    },
    body,
    flushHead: true,
  };
}
