/** Headers that keep a browser from running, framing or sharing a response. */
import { expect } from "vitest";

/** Documents that belong to nobody; each browser asks again before it shows one. */
const PUBLIC_DOCUMENTS = new Set(["/openapi.json", "/api/openapi.json"]);

/** @param cacheControl where it is not `no-store`. The body is read to its end. */
export async function expectGuarded(response: Response, cacheControl?: RegExp): Promise<void> {
  const { headers, url, status } = response;
  await response.arrayBuffer();
  const { pathname } = new URL(url);
  const kept = cacheControl ?? (PUBLIC_DOCUMENTS.has(pathname) && status < 400 ? /^no-cache$/ : /\bno-store\b/);
  expect(Object.fromEntries(headers), `${status} ${url}`).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "referrer-policy": "no-referrer",
    "cache-control": expect.stringMatching(kept),
  });
}
