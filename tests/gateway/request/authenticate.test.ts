/** authenticate: every place of a key, which of several counts, scopes, and whose cookies are heeded. */
import { describe, expect, it, vi } from "vitest";
import { ANONYMOUS, authenticate, findVisitor } from "#lib/gateway/request/authenticate.ts";
import type { CredentialThrottle } from "#lib/gateway/request/credential-throttle.ts";
import type { EndpointScope } from "#lib/gateway/request/endpoint.ts";
import { ADMIN, type KeyRing, type Principal } from "#lib/gateway/request/key-ring.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";

const APP: Principal = { keyId: "key_app", name: "app", scopes: ["inference"] };
const OTHER: Principal = { keyId: "key_other", name: "other", scopes: ["inference"] };
const KEYS = new Map([
  ["app", APP],
  ["other", OTHER],
  ["admin", ADMIN],
]);

type Asked = { method?: string; headers?: HttpRequest["headers"]; query?: string; scope?: EndpointScope } & Pick<
  HttpRequest,
  "upgrade"
>;

function setUp() {
  const keyRing: Pick<KeyRing, "findKey" | "findSession"> = {
    findKey: vi.fn((secret: string) => KEYS.get(secret)),
    findSession: vi.fn(async (token: string) => KEYS.get(token)),
  };
  const credentialThrottle: CredentialThrottle = {
    count: vi.fn(),
    check: vi.fn(),
    countSession: vi.fn(),
    adopt: vi.fn(),
  };
  const services = { keyRing: keyRing as KeyRing, credentialThrottle };
  const fetchText = async ({ method = "GET", headers = {}, query = "", scope = "inference", upgrade }: Asked) =>
    authenticate({ method, headers, query, upgrade } as HttpRequest, services, scope);
  const visit = ({ headers = {}, query = "" }: Asked) => findVisitor({ headers, query }, services);
  return { keyRing, credentialThrottle, ask: fetchText, visit };
}

const { ask: fetchText, visit } = setUp();

describe("a key", () => {
  it.each<[string, Asked]>([
    ["Authorization", { headers: { authorization: "Bearer app" } }],
    ["Authorization, in any case and with spaces", { headers: { authorization: "bearer   app " } }],
    ["x-api-key", { headers: { "x-api-key": "app" } }],
    ["x-provider-api-key", { headers: { "x-provider-api-key": "app" } }],
    ["x-goog-api-key", { headers: { "x-goog-api-key": "app" } }],
    ["the query", { query: "alt=sse&key=app" }],
  ])("is read from %s", async (_place, asked) => {
    expect(await fetchText(asked)).toBe(APP);
  });

  it.each<[string, Asked]>([
    ["Authorization before every other header", { headers: { authorization: "Bearer app", "x-api-key": "other" } }],
    ["x-api-key before x-goog-api-key", { headers: { "x-goog-api-key": "other", "x-api-key": "app" } }],
    ["a header before the query", { headers: { "x-goog-api-key": "app" }, query: "key=other" }],
    ["the query before a cookie", { headers: { cookie: "parlance_session=other" }, query: "key=app" }],
    ["what follows an empty header", { headers: { "x-api-key": "", "x-goog-api-key": "app" } }],
  ])("has a priority by its place: %s", async (_name, asked) => {
    expect(await fetchText(asked)).toBe(APP);
  });

  it.each<[string, Asked, string]>([
    ["absent", {}, "missing_api_key"],
    ["unknown", { headers: { authorization: "Bearer nobody" } }, "invalid_api_key"],
    ["no bearer", { headers: { authorization: "Basic YTpi" } }, "invalid_api_key"],
    ["two words", { headers: { authorization: "Bearer app app" } }, "invalid_api_key"],
    [
      "wrong in the first place and right in the second",
      { headers: { authorization: "Bearer x", "x-api-key": "app" } },
      "invalid_api_key",
    ],
  ])("that is %s is a 401", async (_name, asked, code) => {
    await expect(fetchText(asked)).rejects.toMatchObject({
      status: 401,
      code,
      headers: { "www-authenticate": "Bearer" },
    });
  });

  it("is shown in no error", async () => {
    await expect(fetchText({ query: "key=sk-typed-wrong" })).rejects.not.toMatchObject({
      message: expect.stringContaining("sk-typed-wrong"),
    });
  });
});

describe("a scope", () => {
  const as = (secret: string, scope: EndpointScope) =>
    fetchText({ headers: { authorization: `Bearer ${secret}` }, scope });

  it("is required of a key; admin includes all", async () => {
    expect(await as("app", "inference")).toBe(APP);
    expect(await as("admin", "inference")).toBe(ADMIN);
    expect(await as("admin", "admin")).toBe(ADMIN);
    await expect(as("app", "admin")).rejects.toMatchObject({ status: 403, message: expect.stringContaining("admin") });
  });

  it("none reads no credential", async () => {
    const { ask: fetchText, keyRing } = setUp();
    expect(
      await fetchText({ headers: { authorization: "Basic ?", cookie: "parlance_session=x" }, scope: "none" }),
    ).toBe(ANONYMOUS);
    expect(keyRing.findKey).not.toHaveBeenCalled();
    expect(keyRing.findSession).not.toHaveBeenCalled();
  });

  it("optional accepts no key and any key, and refuses a wrong one", async () => {
    expect(await fetchText({ scope: "optional" })).toBe(ANONYMOUS);
    expect(await as("app", "optional")).toBe(APP);
    await expect(as("nobody", "optional")).rejects.toMatchObject({ status: 401 });
  });
});

describe("a session cookie", () => {
  const signedIn = { cookie: "theme=dark; parlance_session=app", host: "gateway.test" };

  it.each<[string, boolean, string, HttpRequest["headers"]]>([
    ["its own page", true, "POST", { "sec-fetch-site": "same-origin" }],
    ["an address that was typed", true, "GET", { "sec-fetch-site": "none" }],
    ["an address that was typed, asked for its headers", true, "HEAD", { "sec-fetch-site": "none" }],
    ["nowhere, for what changes something", false, "POST", { "sec-fetch-site": "none" }],
    ["another site", false, "GET", { "sec-fetch-site": "cross-site" }],
    ["another origin of this site", false, "GET", { "sec-fetch-site": "same-site" }],
    [
      "another site that claims this origin",
      false,
      "POST",
      { "sec-fetch-site": "cross-site", origin: "https://gateway.test" },
    ],
    ["an older browser's own page", true, "POST", { origin: "https://gateway.test" }],
    [
      "an older browser behind a proxy",
      true,
      "POST",
      { origin: "https://public.test", "x-forwarded-host": "public.test" },
    ],
    ["an older browser on another site", false, "POST", { origin: "https://evil.test" }],
    ["a sandboxed frame", false, "POST", { origin: "null" }],
    ["a client that says nothing and reads", true, "GET", {}],
    ["a client that says nothing and writes", false, "DELETE", {}],
  ])("from %s: %s", async (_name, isHeeded, method, headers) => {
    const asking = fetchText({ method, headers: { ...signedIn, ...headers } });
    if (isHeeded) expect(await asking).toBe(APP);
    else await expect(asking).rejects.toMatchObject({ status: 403, code: "cross_site_request" });
  });

  it.each<[string, boolean, HttpRequest["headers"]]>([
    ["its own page", true, { origin: "https://gateway.test" }],
    ["its own page, by the browser's word", true, { origin: "https://gateway.test", "sec-fetch-site": "same-origin" }],
    ["another site", false, { origin: "https://evil.test" }],
    ["an address that was typed", false, { "sec-fetch-site": "none" }],
    ["a client that says nothing", false, {}],
  ])("with a WebSocket from %s: %s", async (_name, isHeeded, headers) => {
    const asking = fetchText({ method: "GET", headers: { ...signedIn, ...headers }, upgrade: {} });
    if (isHeeded) expect(await asking).toBe(APP);
    else await expect(asking).rejects.toMatchObject({ status: 403, code: "cross_site_request" });
  });

  it("that has ended is a 401, also where a key is optional", async () => {
    for (const scope of ["inference", "optional"] as const) {
      const asking = fetchText({ headers: { cookie: "parlance_session=ended" }, scope });
      await expect(asking).rejects.toMatchObject({ status: 401, code: "session_expired" });
    }
  });

  it("without a value is none", async () => {
    await expect(fetchText({ headers: { cookie: "parlance_session=; other=1" } })).rejects.toMatchObject({
      code: "missing_api_key",
    });
  });
});

describe("a visitor of a page", () => {
  it("is known by a key or a session, also through another site's link", async () => {
    expect(await visit({ headers: { "x-api-key": "app" } })).toBe(APP);
    expect(await visit({ headers: { cookie: "parlance_session=app", "sec-fetch-site": "cross-site" } })).toBe(APP);
  });

  it("is known by its session behind a proxy with its own password", async () => {
    expect(await visit({ headers: { authorization: "Basic YTpi", cookie: "parlance_session=app" } })).toBe(APP);
  });

  it("is anonymous without either, or with a wrong one", async () => {
    expect(await visit({})).toBeUndefined();
    expect(await visit({ query: "key=nobody" })).toBeUndefined();
    expect(await visit({ headers: { cookie: "parlance_session=ended" } })).toBeUndefined();
  });
});
