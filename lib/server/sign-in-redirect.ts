/** Sends a signed-out visitor of a page to the sign-in page, before the page itself is loaded. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { findVisitor } from "../gateway/request/authenticate.ts";
import type { Services } from "../gateway/request/services.ts";
import { PAGE_HEADERS } from "./page-headers.ts";

type VisitorServices = Pick<Services, "keyRing" | "credentialThrottle">;

/** First segments of pages that need no key. */
const PUBLIC_PAGES = new Set(["sign-in", "shared", "live", "docs"]);

/** Redirects a signed-out visitor, and returns whether it did. */
export async function redirectToSignIn(
  request: IncomingMessage,
  response: ServerResponse,
  services: VisitorServices,
): Promise<boolean> {
  if (!isPageVisit(request)) return false;
  const { url = "/", headers, socket } = request;
  // After too many wrong credentials the page itself says so. A page's query holds no credential: `key` is a filter.
  const visitor = await findVisitor({ headers, query: "", peerAddress: socket.remoteAddress }, services).catch(
    ignoreThrottle,
  );
  if (visitor !== undefined) return false;
  // A browser adds the fragment, such as the content of a share link, to the new address by itself.
  response.writeHead(302, {
    ...PAGE_HEADERS,
    location: `/sign-in?next=${encodeURIComponent(url)}`,
    "cache-control": "no-store",
  });
  response.end();
  return true;
}

/** Returns a visitor in place of the error of the throttle. */
function ignoreThrottle(error: unknown): "throttled" {
  if (!GatewayError.isInstance(error)) throw error;
  return "throttled";
}

/**
 * Returns true for a browser that opens a page which needs a key. Leaves out visits from other sites: browsers
 * withhold the session's cookie from them, so that the page has to find out itself whether somebody is signed in.
 */
export function isPageVisit({
  method,
  url = "/",
  headers,
}: Pick<IncomingMessage, "method" | "url" | "headers">): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  // Next's own requests for a page's data, and everything that is not a document.
  if (headers.rsc !== undefined || !headers.accept?.includes("text/html")) return false;
  const path = url.split("?", 1)[0] as string;
  const [, first = ""] = path.split("/", 2);
  if (PUBLIC_PAGES.has(first) || first.startsWith("_next") || path.includes(".")) return false;
  const site = headers["sec-fetch-site"];
  // Sent over HTTPS and to localhost only. Elsewhere other sites are told by their Referer, which our pages omit.
  return site === undefined ? headers.referer === undefined : site === "none" || site === "same-origin";
}
