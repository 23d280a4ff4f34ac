/** What stands at `/shared/{id}` for whoever asks: a page of the browser, not a call of the gateway. */
import type { ExchangeRequest } from "#lib/http/exchange.ts";
import { findVisitor } from "../authenticate.ts";
import type { Runtime } from "../runtime.ts";
import { allowedPublic, pageOf } from "./find-share.ts";
import type { SharedPage } from "./shared-page.ts";

export type OpenedPage =
  | { outcome: "found"; id: string; page: SharedPage; public: boolean; createdAt: number; expiresAt: number }
  | { outcome: "missing" }
  | { outcome: "sign-in" }
  /** The way here led from another site, for which browsers keep the session's cookie back: ask once more from here. */
  | { outcome: "ask-again" };

export async function openSharedPage(
  id: string,
  request: Pick<ExchangeRequest, "headers" | "query">,
  runtime: Runtime,
): Promise<OpenedPage> {
  const share = await runtime.store.shares.find(id);
  if (share?.kind !== "page") return { outcome: "missing" };
  const isPublic = allowedPublic(share, runtime);
  if (!isPublic && !(await findVisitor(request, runtime))) {
    return { outcome: request.headers["sec-fetch-site"] === "cross-site" ? "ask-again" : "sign-in" };
  }
  const { createdAt, expiresAt } = share;
  return { outcome: "found", id, page: pageOf(share), public: isPublic, createdAt, expiresAt };
}
