/** Visits of pages without a session. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { ADMIN } from "#lib/gateway/request/key-ring.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { isPageVisit, redirectToSignIn } from "#lib/server/sign-in-redirect.ts";

const HTML = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

let server: Server | undefined;
afterEach(() => void server?.close());

/** Serves pages to whoever has the session `known`. */
async function servePages(): Promise<string> {
  const count = () => {
    throw new GatewayError({ status: 429, message: "Too many wrong credentials." });
  };
  const services = {
    keyRing: {
      findSession: vi.fn(async (token: string) => (token === "known" ? ADMIN : undefined)),
      findKey: () => undefined,
    },
    credentialThrottle: { count, countSession: (_request: unknown, token: string) => token === "guess" && count() },
  };
  const pages = createServer(async (request, response) => {
    const isRedirected = await redirectToSignIn(request, response, services as never);
    if (!isRedirected) response.end("page");
  });
  server = pages;
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
}

test("redirects a visitor without a session, and keeps the address", async () => {
  const origin = await servePages();
  const open = (headers: Record<string, string>) =>
    fetch(`${origin}/chat?session=a&b=%2F`, { headers: { ...HTML, ...headers }, redirect: "manual" });
  for (const headers of [{}, { cookie: "parlance_session=ended" }] as Record<string, string>[]) {
    const response = await open(headers);
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(`/sign-in?next=${encodeURIComponent("/chat?session=a&b=%2F")}`);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-frame-options")).toBe("DENY");
  }
  expect(await (await open({ cookie: "parlance_session=known" })).text()).toBe("page");
  // The key of this address is a filter of the page, not a credential.
  const filtered = await fetch(`${origin}/requests?key=key_1`, {
    headers: { ...HTML, cookie: "parlance_session=known" },
  });
  expect(await filtered.text()).toBe("page");
  // The page shows the error of the throttle.
  expect(await (await open({ cookie: "parlance_session=guess" })).text()).toBe("page");
});

test.each([
  ["/", HTML],
  ["/chat", HTML],
  ["/no-such-page", { ...HTML, "sec-fetch-site": "none" }],
  ["/usage?group=key", { ...HTML, "sec-fetch-site": "same-origin" }],
])("asks a visitor of %s for a session", (url, headers) => {
  expect(isPageVisit({ method: "GET", url, headers })).toBe(true);
});

test.each([
  ["the sign-in page", "/sign-in?next=%2F", HTML],
  ["a shared page", "/shared/page_1", HTML],
  ["a live link", "/live/0123456789abcdef", HTML],
  ["the documentation", "/docs/keys", HTML],
  ["a script", "/_next/static/chunks/a.js", { accept: "*/*" }],
  ["a file", "/icon.svg", HTML],
  ["data of a page", "/chat?_rsc=1", { ...HTML, rsc: "1" }],
  ["a link on another site, which has no cookie", "/chat", { ...HTML, "sec-fetch-site": "cross-site" }],
  ["a link on another site, over HTTP", "/chat", { ...HTML, referer: "http://wiki.example/" }],
])("leaves %s alone", (_what, url, headers) => {
  expect(isPageVisit({ method: "GET", url, headers })).toBe(false);
});

test("leaves other methods alone", () => {
  expect(isPageVisit({ method: "POST", url: "/chat", headers: HTML })).toBe(false);
});
