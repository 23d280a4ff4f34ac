/** Headers of every gateway response, so that a browser that opens one neither runs it nor shares it. */
import type { HttpRequest, HttpResponse } from "#lib/http/http-message.ts";
import { findPublicOrigin } from "./find-public-origin.ts";

/** Time in seconds for which browsers require TLS once they have seen it: one year. */
export const STRICT_TRANSPORT = "max-age=31536000";

/** Adds the headers; an endpoint's own `cache-control` stays. */
export function addGuardHeaders(headers: HttpResponse["headers"], request: Pick<HttpRequest, "headers">): void {
  headers["x-content-type-options"] = "nosniff";
  headers["content-security-policy"] = "default-src 'none'; frame-ancestors 'none'; sandbox";
  headers["referrer-policy"] = "no-referrer";
  headers["cache-control"] ??= "no-store";
  if (request.headers["x-forwarded-proto"] !== undefined && findPublicOrigin(request).startsWith("https:")) {
    headers["strict-transport-security"] = STRICT_TRANSPORT;
  }
}
