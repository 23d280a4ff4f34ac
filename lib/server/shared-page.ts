/** What the page at `/shared/{id}` is made of. */
import type { IncomingMessage } from "node:http";
import { isProduction } from "#lib/config/environment.ts";
import { processRuntime } from "#lib/gateway/runtime.ts";
import { type OpenedPage, openSharedPage as open } from "#lib/gateway/shares/open-shared-page.ts";

/** Nothing runs in it, nothing of another site is loaded, and nobody frames it. */
const POLICY = [
  "default-src 'none'",
  // Beside the style sheet attributes alone, such as the widths of a table's columns.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** No search engine is to list it, and where its links lead nobody learns its address. */
export const sharedPageHeaders = (): Record<string, string> => ({
  ...(isProduction() ? { "content-security-policy": POLICY } : {}),
  "x-robots-tag": "noindex, nofollow",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
});

export async function openSharedPage(id: string, { url = "/", headers }: IncomingMessage): Promise<OpenedPage> {
  const [, query = ""] = url.split("?", 2);
  return open(id, { headers, query }, await processRuntime());
}
