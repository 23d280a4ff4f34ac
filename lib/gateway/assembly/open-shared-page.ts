/** Opens the shared page at `/shared/{id}` for a visitor: a page of the browser, not an endpoint. */
import type { SharedPage } from "#lib/contract/shared-page.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import { isPublicAllowed, readPage } from "../endpoints/shares/find-share.ts";
import { findVisitor } from "../request/authenticate.ts";
import type { Services } from "../request/services.ts";

export type OpenedPage =
  | { outcome: "found"; id: string; page: SharedPage; public: boolean; createdAt: number; expiresAt: number }
  | { outcome: "missing" }
  /** Too many wrong keys: `headers` have the retry time. */
  | { outcome: "throttled"; headers: Readonly<Record<string, string>> }
  | { outcome: "sign-in" }
  /** The link is on another site, for which browsers withhold the session's cookie: reload the page from this one. */
  | { outcome: "ask-again" };

export async function openSharedPage(
  id: string,
  request: Pick<HttpRequest, "headers" | "query" | "peerAddress">,
  services: Services,
): Promise<OpenedPage> {
  const share = await services.store.shares.find(id);
  if (share?.kind !== "page") return { outcome: "missing" };
  const isPublic = isPublicAllowed(share, services);
  if (!isPublic) {
    const visitor = await findVisitor(request, services).catch(toThrottled);
    if (visitor && "outcome" in visitor) return visitor;
    if (!visitor) return { outcome: request.headers["sec-fetch-site"] === "cross-site" ? "ask-again" : "sign-in" };
  }
  const { createdAt, expiresAt } = share;
  return { outcome: "found", id, page: readPage(share), public: isPublic, createdAt, expiresAt };
}

function toThrottled(error: unknown): Extract<OpenedPage, { outcome: "throttled" }> {
  if (!GatewayError.isInstance(error) || error.status !== 429) throw error;
  return { outcome: "throttled", headers: error.headers };
}
