/** `/api/keys` on both mounts: making, listing and revoking, and who may. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectError } from "../support/expect-error.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";

const DAY_MS = 86_400_000;
const JSON_TYPE = { "content-type": "application/json" };

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ mount });
  });
  afterAll(() => gateway?.close());

  type Sent = { headers?: Record<string, string>; body?: unknown };
  const send = (method: string, path = "", { headers = AUTHORIZED, body }: Sent = {}) =>
    fetch(`${gateway.url}/api/keys${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const create = async (body: unknown) => {
    const response = await send("POST", "", { body });
    expect(response.status).toBe(201);
    return response.json();
  };
  const list = async () => (await (await send("GET")).json()).data as Record<string, unknown>[];
  const bearer = (secret: string) => ({ ...JSON_TYPE, authorization: `Bearer ${secret}` });
  const modelsWith = (secret: string) => fetch(`${gateway.url}/v1/models`, { headers: bearer(secret) });

  it("a key is created, works, is listed without its secret, and stops at once when it is revoked", async () => {
    const before = Date.now();
    const response = await send("POST", "", { body: { name: "  My app  " } });
    expect([response.status, response.headers.get("cache-control")]).toEqual([201, "no-store"]);
    const { secret, ...key } = await response.json();
    expect(secret).toMatch(/^pk_[0-9A-Za-z]{43}$/);
    expect(key).toEqual({
      id: expect.stringMatching(/^key_/),
      name: "My app",
      prefix: secret.slice(0, 11),
      scopes: ["inference"],
      created_at: expect.any(Number),
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
      disabled_at: null,
      group: null,
      tags: [],
      person_id: null,
      previous_secret_expires_at: null,
      limits: {},
      budget: {},
      models: null,
      routes: null,
      use: [],
    });
    expect(key.created_at).toBeGreaterThanOrEqual(before);
    const listed = await (await send("GET")).text();
    expect(JSON.parse(listed).data[0]).toEqual(key);
    expect(listed).not.toContain(secret);
    expect(listed).not.toContain("hash");

    expect((await modelsWith(secret)).status).toBe(200);
    const revoked = await (await send("DELETE", `/${key.id}`)).json();
    expect(revoked).toEqual({ ...key, last_used_at: revoked.last_used_at, revoked_at: expect.any(Number) });
    await expectError(await modelsWith(secret), {
      status: 401,
      message: /revoked/,
      type: "authentication_error",
      code: "invalid_api_key",
    });
    const again = await send("DELETE", `/${key.id}`);
    expect([again.status, (await again.json()).revoked_at]).toEqual([200, revoked.revoked_at]);
  });

  it("the newest key comes first; names may be the same", async () => {
    const [first, second] = [await create({ name: "Twin" }), await create({ name: "Twin" })];
    const ids = (await list()).map(({ id }) => id);
    expect(ids.indexOf(second.id)).toBeLessThan(ids.indexOf(first.id));
  });

  it("an expiry is a span, a day, a time or milliseconds", async () => {
    const now = Date.now();
    const expiryOf = async (expiry: object) => (await create({ name: "Expires", ...expiry })).expires_at;
    expect((await expiryOf({ expires_in: "30d" })) - now).toBeLessThan(30 * DAY_MS + 60_000);
    expect((await expiryOf({ expires_in: "30d" })) - now).toBeGreaterThanOrEqual(30 * DAY_MS);
    expect(await expiryOf({ expires_at: "2100-01-01" })).toBe(Date.UTC(2100, 0, 1));
    expect(await expiryOf({ expires_at: "2100-01-01T12:00:00+02:00" })).toBe(Date.UTC(2100, 0, 1, 10));
    expect(await expiryOf({ expires_at: Date.UTC(2100, 0, 1) })).toBe(Date.UTC(2100, 0, 1));
  });

  it.each([
    [{}, "name", /^Missing required parameter: `name`/],
    [{ name: "   " }, "name", /must have 1 to 100 printable characters/],
    [{ name: "x".repeat(101) }, "name", /must have 1 to 100 printable characters/],
    [{ name: "a\u0000b" }, "name", /must have 1 to 100 printable characters/],
    [{ name: "App", scopes: [] }, "scopes", /must contain at least one item/],
    [{ name: "App", scopes: ["inference", "root"] }, "scopes[1]", /"inference", "publish", "admin"/],
    [{ name: "App", expires_in: "soon" }, "expires_in", /12h, 30d/],
    [{ name: "App", expires_in: "0d" }, "expires_in", /12h, 30d/],
    [{ name: "App", expires_at: "2020-01-01" }, "expires_at", /in the future/],
    [{ name: "App", expires_at: "30d" }, "expires_at", /a date or time/],
    [{ name: "App", expires_at: Number.MAX_SAFE_INTEGER }, "expires_at", /in the future/],
    [
      { name: "App", expires_at: "2100-01-01", expires_in: "30d" },
      "expires_at",
      /must be absent when `expires_in` is set/,
    ],
  ])("%j is a 400 that names the field", async (body, param, message) => {
    const before = (await list()).length;
    await expectError(await send("POST", "", { body }), { status: 400, message, type: "invalid_request_error", param });
    expect(await list()).toHaveLength(before);
  });

  it("an unknown field is refused with its name", async () => {
    const response = await send("POST", "", { body: { name: "App", scope: "admin" } });
    expect([response.status, (await response.json()).message]).toEqual([400, expect.stringContaining("scope")]);
  });

  it("a key with the scope admin may do all of this, any other none of it", async () => {
    const [admin, plain] = [await create({ name: "Admin", scopes: ["admin"] }), await create({ name: "Plain" })];
    const lacking = { status: 403, message: /^This key needs the `admin` scope\./, type: "permission_error" };
    const headers = bearer(plain.secret);
    await expectError(await send("GET", "", { headers }), lacking);
    await expectError(await send("POST", "", { headers, body: { name: "More", scopes: ["admin"] } }), lacking);
    await expectError(await send("DELETE", `/${plain.id}`, { headers }), lacking);
    expect((await send("GET", "", { headers: bearer(admin.secret) })).status).toBe(200);
    const made = await send("POST", "", { headers: bearer(admin.secret), body: { name: "Made by it" } });
    expect(made.status).toBe(201);
    // Its own, too.
    expect((await send("DELETE", `/${admin.id}`, { headers: bearer(admin.secret) })).status).toBe(200);
    expect((await send("GET", "", { headers: bearer(admin.secret) })).status).toBe(401);
  });

  it("a browser's session ends at once with its key; other sites cannot use it", async () => {
    const signIn = async (key: string) => {
      const headers = JSON_TYPE;
      const response = await fetch(`${gateway.url}/api/session`, {
        method: "POST",
        headers,
        body: JSON.stringify({ key }),
      });
      return response.headers.get("set-cookie")?.split(";")[0] ?? "";
    };
    const own = { ...JSON_TYPE, origin: gateway.url };
    const cookie = await signIn(ADMIN_KEY);
    const made = await send("POST", "", { headers: { ...own, cookie }, body: { name: "From the page" } });
    expect(made.status).toBe(201);
    const { id, secret } = await made.json();
    const foreign = { ...JSON_TYPE, cookie, origin: "https://evil.example" };
    const refused = {
      status: 403,
      message: /^Session cookies work only on/,
      type: "permission_error",
      code: "cross_site_request",
    };
    await expectError(await send("POST", "", { headers: foreign, body: { name: "Theirs" } }), refused);
    await expectError(await send("DELETE", `/${id}`, { headers: foreign }), refused);

    const guest = { ...own, cookie: await signIn(secret) };
    const session = () => fetch(`${gateway.url}/api/session`, { headers: guest });
    expect(await (await session()).json()).toEqual({
      key_id: id,
      name: "From the page",
      scopes: ["inference"],
      keys_command: "npm run keys -- create",
      public_shares: false,
      public_shares_denied_by: "key",
      stores_conversations: false,
    });
    expect((await send("DELETE", `/${id}`, { headers: { ...own, cookie } })).status).toBe(200);
    expect((await session()).status).toBe(401);
  });

  it("a key is revoked by its id only", async () => {
    const { id, prefix } = await create({ name: "Named" });
    for (const other of [prefix, id.slice(0, -1), "admin"]) {
      await expectError(await send("DELETE", `/${other}`), {
        status: 404,
        message: /No key has the id/,
        type: "not_found_error",
      });
    }
    expect((await list()).find((key) => key.id === id)?.revoked_at).toBeNull();
  });
});
