/** Signing a browser in and out, and what its cookie may do (architecture.md, law 8). */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import { ADMIN_KEY, mounts, startGateway, type TestGateway } from "../support/gateway.ts";

type Headers = Record<string, string>;
const JSON_TYPE = { "content-type": "application/json" };
const SAME_ORIGIN = { "sec-fetch-site": "same-origin" };
const BODY = JSON.stringify({ model: "sandbox/echo", messages: [{ role: "user", content: "Hi" }] });

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ mount });
  });
  afterAll(() => gateway?.close());

  /** Not `fetch`, which keeps Origin, Host, Cookie and Sec-Fetch-Site for itself. */
  async function send(
    method: "GET" | "HEAD" | "POST" | "DELETE",
    path: string,
    { headers = {}, body }: { headers?: Headers; body?: string } = {},
  ) {
    const response = await request(gateway.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    const text = await response.body.text();
    return { status: response.statusCode, headers: response.headers, text };
  }
  const signIn = (credential: unknown, headers: Headers = {}) =>
    send("POST", "/api/session", { headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(credential) });
  const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
    String(headers["set-cookie"]).split(";")[0] ?? "";
  const chat = (headers: Headers) =>
    send("POST", "/api/v1/chat/completions", { headers: { ...JSON_TYPE, ...headers }, body: BODY });

  it("a key becomes a cookie that the page cannot read and other sites cannot send", async () => {
    const response = await signIn({ key: ADMIN_KEY });
    expect([response.status, response.text]).toEqual([204, ""]);
    const [pair, ...attributes] = String(response.headers["set-cookie"]).split("; ");
    expect(pair).toMatch(/^parlance_session=[A-Za-z0-9_-]{43}$/);
    expect(attributes).toEqual(["Path=/", "HttpOnly", "SameSite=Strict", "Max-Age=2592000"]);
  });

  it("the cookie is Secure behind a proxy that speaks HTTPS", async () => {
    const { headers } = await signIn({ key: ADMIN_KEY }, { "x-forwarded-proto": "https" });
    expect(String(headers["set-cookie"])).toMatch(/; Secure$/);
  });

  it("neither cookie nor response contains the key, and the store does not even contain the cookie", async () => {
    const response = await signIn({ key: ADMIN_KEY });
    const token = cookieOf(response).split("=")[1] as string;
    expect(JSON.stringify(response)).not.toContain(ADMIN_KEY);
    expect(decodeURIComponent(token) + Buffer.from(token, "base64url").toString("latin1")).not.toContain(ADMIN_KEY);
    const database = new DatabaseSync(join(gateway.dataDir, "parlance.db"), { readOnly: true });
    const rows = JSON.stringify(database.prepare("SELECT * FROM sessions").all());
    database.close();
    expect(rows).toContain('"admin"');
    expect(rows).not.toContain(token);
    expect(rows).not.toContain(ADMIN_KEY);
  });

  it.each([
    ["a wrong key", { key: "sk-wrong" }, 401],
    ["a wrong token", { token: "wrong" }, 401],
    ["an empty key", { key: "" }, 400],
    ["no credential", {}, 400],
    ["two credentials", { key: ADMIN_KEY, token: "x" }, 400],
    ["a key that is no text", { key: 42 }, 400],
    ["a body that is too large", { key: "x".repeat(5_000) }, 413],
  ])("%s sets no cookie", async (_name, credential, status) => {
    const response = await signIn(credential);
    expect(response.status, response.text).toBe(status);
    expect(JSON.parse(response.text)).toMatchObject({ error: status });
    expect(response.headers["set-cookie"]).toBeUndefined();
    expect(response.text).not.toContain("sk-wrong");
  });

  it("the cookie authenticates the gateway's own pages, and the session shows whose it is", async () => {
    const cookie = cookieOf(await signIn({ key: ADMIN_KEY }));
    const session = await send("GET", "/api/session", { headers: { cookie, ...SAME_ORIGIN } });
    expect(JSON.parse(session.text)).toEqual({
      key_id: "admin",
      name: "Admin key",
      scopes: ["admin", "inference"],
      keys_command: "npm run keys -- create",
      public_shares: true,
      stores_conversations: false,
    });
    expect((await chat({ cookie, ...SAME_ORIGIN })).status).toBe(200);
    expect((await chat({ cookie: `theme=dark; ${cookie}; other=1`, ...SAME_ORIGIN })).status).toBe(200);
    expect((await send("GET", "/v1/models", { headers: { cookie, ...SAME_ORIGIN } })).status).toBe(200);
  });

  describe("a request with the cookie", () => {
    let cookie: string;
    let host: string;
    beforeAll(async () => {
      cookie = cookieOf(await signIn({ key: ADMIN_KEY }));
      host = new URL(gateway.url).host;
    });

    it.each<[string, () => Headers]>([
      ["Sec-Fetch-Site same-origin", () => SAME_ORIGIN],
      ["the Origin of its own host", () => ({ origin: `http://${host}` })],
      [
        "the Origin of the host that a proxy forwards",
        () => ({ origin: "https://chat.example.org", "x-forwarded-host": "chat.example.org" }),
      ],
    ])("is accepted with %s", async (_name, headers) => {
      const response = await chat({ cookie, ...headers() });
      expect(response.status, response.text).toBe(200);
    });

    it.each<[string, () => Headers]>([
      ["nothing that says where it comes from", () => ({})],
      ["the Origin of another site", () => ({ origin: "https://evil.example" })],
      ["the Origin of another port", () => ({ origin: "http://127.0.0.1:1" })],
      [
        "the Origin of a host that begins like its own",
        () => ({ origin: `http://${host.replace(":", ".evil.example:")}` }),
      ],
      ["an Origin that is no URL", () => ({ origin: `http://${host}.evil.example` })],
      ["an Origin of null", () => ({ origin: "null" })],
      ["Sec-Fetch-Site cross-site", () => ({ "sec-fetch-site": "cross-site" })],
      ["Sec-Fetch-Site same-site", () => ({ "sec-fetch-site": "same-site" })],
      ["Sec-Fetch-Site none", () => ({ "sec-fetch-site": "none" })],
      [
        "Sec-Fetch-Site cross-site and its own Origin",
        () => ({ "sec-fetch-site": "cross-site", origin: `http://${host}` }),
      ],
    ])("is a 403 with %s", async (_name, headers) => {
      for (const response of [
        await chat({ cookie, ...headers() }),
        await send("DELETE", "/api/session", { headers: { cookie, ...headers() } }),
      ]) {
        expect(response.status, response.text).toBe(403);
        expect(JSON.parse(response.text)).toMatchObject({
          error: 403,
          type: "permission_error",
          code: "cross_site_request",
        });
      }
    });

    it("may read with Sec-Fetch-Site none: a typed address", async () => {
      const typed = { cookie, "sec-fetch-site": "none" };
      expect((await send("GET", "/v1/models", { headers: typed })).status).toBe(200);
      expect((await send("HEAD", "/v1/models", { headers: typed })).status).toBe(200);
      const other = await send("GET", "/v1/models", { headers: { cookie, "sec-fetch-site": "cross-site" } });
      expect(other.status).toBe(403);
    });

    it("needs no origin when a key comes with it", async () => {
      expect((await chat({ cookie, "x-api-key": ADMIN_KEY })).status).toBe(200);
    });

    it("does not hide a wrong key behind the cookie", async () => {
      expect((await chat({ cookie, ...SAME_ORIGIN, authorization: "Bearer sk-wrong" })).status).toBe(401);
    });
  });

  it.each(["parlance_session=forged", "parlance_session=", "parlance_session", "other=1"])(
    "the cookie %j is a 401",
    async (cookie) => {
      const response = await chat({ cookie, ...SAME_ORIGIN });
      expect(response.status).toBe(401);
      expect(JSON.parse(response.text)).toMatchObject({ error: 401, type: "authentication_error" });
    },
  );

  it("signing out ends the session at once and removes the cookie", async () => {
    const cookie = cookieOf(await signIn({ key: ADMIN_KEY }));
    const other = cookieOf(await signIn({ key: ADMIN_KEY }));
    expect((await chat({ cookie, ...SAME_ORIGIN })).status).toBe(200);
    const response = await send("DELETE", "/api/session", { headers: { cookie, ...SAME_ORIGIN } });
    expect([response.status, response.headers["set-cookie"]]).toEqual([
      204,
      expect.stringMatching(/^parlance_session=; Path=\/; HttpOnly; SameSite=Strict; Max-Age=0$/),
    ]);
    const after = await chat({ cookie, ...SAME_ORIGIN });
    expect([after.status, JSON.parse(after.text).code]).toEqual([401, "session_expired"]);
    expect((await chat({ cookie: other, ...SAME_ORIGIN })).status, "another browser's session stays").toBe(200);
  });

  it("a sign-in link signs one browser in, with the key that asked for it", async () => {
    const store = await openStore({ dataDir: gateway.dataDir });
    const create = (key: string) => send("POST", "/api/session/links", { headers: { authorization: `Bearer ${key}` } });
    try {
      const { record, secret } = await store.keys.create({ name: "Operator", scopes: ["admin"] });
      const created = await create(secret);
      expect([created.status, created.headers["cache-control"]], created.text).toEqual([201, "no-store"]);
      const { path, expires_at } = JSON.parse(created.text);
      expect(path).toMatch(/^\/sign-in#token=[\w-]{32}$/);
      expect(Math.round((expires_at - Date.now()) / 60_000)).toBe(10);
      const token = path.split("=")[1];
      const cookie = cookieOf(await signIn({ token }));
      const session = await send("GET", "/api/session", { headers: { cookie, ...SAME_ORIGIN } });
      expect(JSON.parse(session.text)).toMatchObject({ key_id: record.id, name: "Operator", scopes: ["admin"] });
      const again = await signIn({ token });
      expect([again.status, JSON.parse(again.text).message]).toEqual([401, expect.stringContaining("npm run sign-in")]);

      const { secret: other } = await store.keys.create({ name: "App", scopes: ["inference"] });
      expect((await create(other)).status).toBe(403);
      expect((await send("POST", "/api/session/links")).status).toBe(401);
    } finally {
      await store.close();
    }
  });

  it("a revoked key and its sessions end within seconds", async () => {
    const store = await openStore({ dataDir: gateway.dataDir });
    try {
      const { record, secret } = await store.keys.create({ name: "Browser" });
      const cookie = cookieOf(await signIn({ key: secret }));
      const session = await send("GET", "/api/session", { headers: { cookie, ...SAME_ORIGIN } });
      expect(JSON.parse(session.text)).toMatchObject({ key_id: record.id, name: "Browser", scopes: ["inference"] });
      expect((await chat({ cookie, ...SAME_ORIGIN })).status).toBe(200);
      expect((await chat({ authorization: `Bearer ${secret}` })).status).toBe(200);
      await store.keys.revoke(record.id);
      await expect
        .poll(async () => (await chat({ cookie, ...SAME_ORIGIN })).status, { timeout: 8_000, interval: 250 })
        .toBe(401);
      expect((await chat({ authorization: `Bearer ${secret}` })).status).toBe(401);
      expect((await signIn({ key: secret })).status).toBe(401);
    } finally {
      await store.close();
    }
  });
});
