/** Data and headers of the page at `/shared/{id}`. */
import type { IncomingMessage } from "node:http";
import { isProduction } from "#lib/config/environment.ts";
import { type OpenedPage, openSharedPage as open } from "../gateway/assembly/open-shared-page.ts";
import { getProcessServices } from "../gateway/assembly/process-services.ts";
import { PAGE_HEADERS, SHARED_PAGE_POLICY } from "./page-headers.ts";

/** Keeps the page out of search engines, and its address out of the `referer` of its links. */
export const sharedPageHeaders = (): Record<string, string> => ({
  ...PAGE_HEADERS,
  // Next's development mode adds scripts to the page.
  ...(isProduction() ? { "content-security-policy": SHARED_PAGE_POLICY } : {}),
  "x-robots-tag": "noindex, nofollow",
});

export async function openSharedPage(id: string, { url = "/", headers, socket }: IncomingMessage): Promise<OpenedPage> {
  const [, query = ""] = url.split("?", 2);
  return open(id, { headers, query, peerAddress: socket.remoteAddress }, await getProcessServices());
}
