/** Pages to read, on both mounts: who may read and delete them, what is refused, and their HTML. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { expectError } from "../support/expect-error.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";

const DOT = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ", "base64");
const PICTURE = { type: "picture", name: "A dot", media_type: "image/png", data: DOT.toString("base64") };
const PAGE = {
  title: "Lamps",
  convention: "messages",
  turns: [
    { role: "user", parts: [PICTURE, { type: "text", text: "What is it?" }] },
    { role: "assistant", parts: [{ type: "text", text: "A **dot**." }], facts: ["TTFT 9 ms"] },
  ],
  settings: [{ label: "Temperature", value: "0.2" }],
};

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  let store: Store;
  beforeAll(async () => {
    gateway = await startGateway({ mount });
    store = await openStore({ dataDir: gateway.dataDir });
  });
  afterAll(async () => {
    await store?.close();
    await gateway?.close();
  });

  const share = (body: unknown, headers = AUTHORIZED) =>
    fetch(`${gateway.url}/api/shares`, { method: "POST", headers, body: JSON.stringify(body) });
  const made = async (body: object, headers = AUTHORIZED) => (await share({ page: PAGE, ...body }, headers)).json();
  const read = (path: string, init: RequestInit = {}) => fetch(`${gateway.url}/api/shares/${path}`, init);
  const keyFor = async (name: string) => {
    const { secret } = await store.keys.create({ name, scopes: ["inference", "publish"] });
    return { ...AUTHORIZED, authorization: `Bearer ${secret}` };
  };

  it("is stored with its images, for every key of this gateway and no one else", async () => {
    const response = await share({ page: PAGE }, await keyFor("Who shares"));
    expect(response.status).toBe(201);
    const kept = await response.json();
    expect(kept).toMatchObject({
      id: expect.stringMatching(/^page_[0-9a-z]{24}$/),
      public: false,
      path: `/shared/${kept.id}`,
      expires_at: kept.created_at + 30 * 86_400_000,
    });
    const reader = await keyFor("Who reads");
    const { page } = await (await read(kept.id, { headers: reader })).json();
    const [picture, words] = page.turns[0].parts;
    expect(words).toEqual({ type: "text", text: "What is it?" });
    expect(picture).toEqual({ type: "picture", name: "A dot", media_type: "image/png", id: expect.any(String) });
    const bytes = await read(`${kept.id}/pictures/${picture.id}`, { headers: reader });
    expect(bytes.headers.get("content-type")).toBe("image/png");
    expect(bytes.headers.get("content-security-policy")).toContain("sandbox");
    expect(Buffer.from(await bytes.arrayBuffer())).toEqual(DOT);
    for (const path of [kept.id, `${kept.id}/pictures/${picture.id}`]) {
      await expectError(await read(path), { status: 401, message: /^Missing API key\./, type: "authentication_error" });
    }
  });

  it("is read without a key if public, with its images", async () => {
    const { id } = await made({ public: true });
    const response = await read(id);
    expect(response.status).toBe(200);
    const { page, public: isPublic } = await response.json();
    expect(isPublic).toBe(true);
    expect((await read(`${id}/pictures/${page.turns[0].parts[0].id}`)).status).toBe(200);
    const other = await read(`${id}/pictures/unknown`);
    await expectError(other, {
      status: 404,
      message: /^Share not found\./,
      type: "not_found_error",
      code: "share_not_found",
    });
  });

  it("is deleted by the key that created it and by the admin key, with its images", async () => {
    const owner = await keyFor("Owner");
    const { id } = await made({ public: true }, owner);
    const { page } = await (await read(id)).json();
    const refused = await read(id, { method: "DELETE", headers: await keyFor("Somebody else") });
    await expectError(refused, {
      status: 403,
      message: /^This share belongs to another key\./,
      type: "permission_error",
      code: "not_the_owner",
    });
    expect((await read(id)).status).toBe(200);
    const gone = await read(id, { method: "DELETE", headers: owner });
    expect([gone.status, await gone.json()]).toEqual([200, { id, deleted: true }]);
    expect(await store.assets.find(page.turns[0].parts[0].id)).toBeUndefined();
    expect((await read(id, { headers: AUTHORIZED })).status).toBe(404);
    const another = await made({}, owner);
    expect((await read(another.id, { method: "DELETE", headers: AUTHORIZED })).status).toBe(200);
    expect((await read(another.id, { method: "DELETE", headers: AUTHORIZED })).status).toBe(404);
  });

  const withPart = (part: object) => ({ page: { ...PAGE, turns: [{ role: "user", parts: [part] }] } });
  it.each([
    ["no turns", { page: { ...PAGE, turns: [] } }, 400, /turns/],
    ["SVG", withPart({ ...PICTURE, media_type: "image/svg+xml" }), 400, /media_type/],
    ["what is not base64", withPart({ ...PICTURE, data: "<script>" }), 400, /data/],
    ["a field that is none", { page: { ...PAGE, script: "alert(1)" } }, 400, /script/],
    ["too many words", withPart({ type: "text", text: "a".repeat(499_990) }), 413, /at most 500,000 characters/],
    ["too large a picture", withPart({ ...PICTURE, data: "A".repeat(8_000_000) }), 413, /limit 7\.6 MB/],
  ])("refuses %s", async (_what, body, status, message) => {
    const response = await share(body);
    expect(response.status).toBe(status);
    expect((await response.json()).message).toMatch(message);
  });
});

describe("served to a browser by the Next mount", () => {
  it("the page has a strict policy, requires sign-in, and is a 404 when it does not exist", async () => {
    const gateway = await startGateway({ mount: "next" });
    try {
      const open = (path: string, headers = {}) => fetch(gateway.url + path, { headers, redirect: "manual" });
      const made = async (isPublic: boolean) => {
        const body = JSON.stringify({ page: PAGE, public: isPublic });
        return (await fetch(`${gateway.url}/api/shares`, { method: "POST", headers: AUTHORIZED, body })).json();
      };
      const anyone = await open((await made(true)).path);
      const html = await anyone.text();
      expect(html).toContain("<strong");
      expect(html).not.toContain("<script");
      expect(anyone.headers.get("content-security-policy")).toMatch(/^default-src 'none'; /);
      expect(anyone.headers.get("x-robots-tag")).toBe("noindex, nofollow");
      expect(anyone.headers.get("cache-control")).toMatch(/no-store/);

      const { path } = await made(false);
      const asked = await open(path);
      expect([asked.status, asked.headers.get("location")]).toEqual([307, `/sign-in?next=${encodeURIComponent(path)}`]);
      // The cookie of whoever is signed in came not along, which a second visit from here mends.
      const led = await open(path, { "sec-fetch-site": "cross-site" });
      expect(await led.text()).toContain('http-equiv="refresh"');
      expect((await open(path, { authorization: AUTHORIZED.authorization })).status).toBe(200);
      expect((await open("/shared/page_unknown")).status).toBe(404);
    } finally {
      await gateway.close();
    }
  });
});

describe("with public pages disabled", () => {
  it("none can be created, and existing ones require a key", async () => {
    const gateway = await startGateway({ mount: "node", config: { shares: { public: false } } });
    try {
      const response = await fetch(`${gateway.url}/api/shares`, {
        method: "POST",
        headers: AUTHORIZED,
        body: JSON.stringify({ page: PAGE, public: true }),
      });
      await expectError(response, {
        status: 403,
        message: /public pages are turned off/,
        type: "permission_error",
        param: "public",
        code: "public_shares_off",
      });
      const session = await fetch(`${gateway.url}/api/session`, { headers: AUTHORIZED });
      expect(await session.json()).toMatchObject({ public_shares: false });
      const store = await openStore({ dataDir: gateway.dataDir });
      const page = JSON.stringify({ ...PAGE, turns: PAGE.turns.slice(1) });
      const times = { createdAt: Date.now(), expiresAt: Date.now() + 60_000 };
      await store.shares.create({
        id: "page_before",
        keyId: "admin",
        kind: "page",
        payload: page,
        isPublic: 1,
        ...times,
      });
      await store.close();
      expect((await fetch(`${gateway.url}/api/shares/page_before`)).status).toBe(401);
      expect((await fetch(`${gateway.url}/api/shares/page_before`, { headers: AUTHORIZED })).status).toBe(200);
    } finally {
      await gateway.close();
    }
  });
});
