/** Sign-in through a real identity provider, roles, teams, and how a person leaves; on both mounts. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AuditList } from "#lib/contract/audit.ts";
import type { BrowserSessionList, Person, PersonList } from "#lib/contract/person.ts";
import { CookieBrowser } from "../support/cookie-browser.ts";
import { freePort } from "../support/free-port.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type IdentityProvider,
  startIdentityProvider,
} from "../support/identity-provider.ts";

const ANN = { name: "Ann Admin", email: "ann@acme.test", email_verified: true, groups: ["gateway-admins"] };
const MIA = { name: "Mia Member", email: "mia@acme.test", email_verified: true, groups: ["engineers"], team: "blue" };
const VIC = { name: "Vic Viewer", email: "vic@acme.test", email_verified: true, groups: ["visitors"], team: "blue" };
const CHAT = { model: "sandbox/echo", messages: [{ role: "user", content: "Hi" }] };
const LEAVING = { timeout: 15_000, interval: 200 };

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  let provider: IdentityProvider;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    provider = await startIdentityProvider({ gateway: () => url });
    gateway = await startGateway({
      ...{ mount, port },
      environment: { ACME_CLIENT_SECRET: CLIENT_SECRET },
      config: {
        publicUrl: url,
        trustedProxies: ["127.0.0.1"],
        keys: { groups: { blue: { limits: { requests_per_minute: 1_000 } }, red: {} } },
        oidc: {
          ...{ name: "Acme", issuer: provider.issuer, clientId: CLIENT_ID, clientSecretEnv: "ACME_CLIENT_SECRET" },
          ...{ scopes: ["profile", "email", "groups"], roleClaim: "groups", teamClaim: "team" },
          roles: { "gateway-admins": "admin", engineers: "member", visitors: "viewer" },
          allowedDomains: ["acme.test"],
        },
      },
    });
  });
  afterAll(async () => {
    await gateway?.close();
    await provider?.stop();
  });
  beforeEach(() => {
    provider.people = new Map<string, Record<string, unknown>>([
      ["ann", { ...ANN }],
      ["mia", { ...MIA }],
      ["vic", { ...VIC }],
    ]);
  });

  const isPage = (address: string) => address.startsWith(url) && !address.startsWith(`${url}/api/`);
  async function signIn(subject: string, { next = "/chat", browser = new CookieBrowser() } = {}) {
    provider.signsIn = subject;
    const page = await browser.follow(`${url}/api/session/provider?next=${encodeURIComponent(next)}`, isPage);
    return { browser, page: page.slice(url.length) };
  }
  const admin = async <Reply>(path: string, method = "GET", body?: unknown): Promise<Reply> => {
    const init = { method, headers: AUTHORIZED, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(url + path, init);
    expect(response.status, await response.clone().text()).toBeLessThan(400);
    return response.json();
  };
  const findPerson = async (name: string): Promise<Person> =>
    (await admin<PersonList>("/api/people")).data.find((person) => person.name === name) as Person;
  const sessionOf = async (browser: CookieBrowser) => {
    const response = await browser.call(`${url}/api/session`);
    return { status: response.status, body: JSON.parse(response.text) };
  };
  const callWith = (secret: string) =>
    fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify(CHAT),
    });
  const createOwnKey = async (browser: CookieBrowser, fields: object = {}) => {
    const response = await browser.call(`${url}/api/keys`, { method: "POST", body: { name: "Mine", ...fields } });
    expect(response.status, response.text).toBe(201);
    return JSON.parse(response.text) as { id: string; secret: string; group: string; person_id: string };
  };
  const execute = (sql: string) => {
    const database = new DatabaseSync(join(gateway.dataDir, "parlance.db"), { timeout: 5_000 });
    database.exec(sql);
    database.close();
  };
  const makeDue = () => execute("update people set checked_at = 0");

  it("a person signs in, comes back to the page, and is who the provider says", async () => {
    const options = await (await fetch(`${url}/api/session/options`)).json();
    expect(options).toEqual({ provider: { name: "Acme", path: "/api/session/provider" } });
    const { browser, page } = await signIn("mia", { next: "/requests?id=1" });
    expect(page).toBe("/requests?id=1");
    const { body } = await sessionOf(browser);
    expect(body).toMatchObject({ name: "Mia Member", scopes: ["inference"] });
    expect(body.person).toMatchObject({ email: "mia@acme.test", role: "member", team: "blue" });
    expect(body.key_id).toMatch(/^person_/);
    const [session, ...others] = browser.cookies.filter(({ host }) => url.endsWith(host));
    expect(others, "the cookie of the sign-in under way is gone").toEqual([]);
    expect(session?.attributes).toContain("HttpOnly; SameSite=Strict");
    const start = browser.opened.find((address) => address.includes("/auth?")) as string;
    const parameters = new URL(start).searchParams;
    expect(parameters.get("code_challenge_method")).toBe("S256");
    for (const name of ["state", "nonce", "code_challenge"]) expect(parameters.get(name)?.length).toBeGreaterThan(30);
    expect(parameters.get("redirect_uri")).toBe(`${url}/api/session/provider/callback`);
  });

  it("requests of the pages are logged under the person, and the person sees them with those of own keys", async () => {
    const { browser } = await signIn("mia");
    const { key_id: id } = (await sessionOf(browser)).body;
    const chat = await browser.call(`${url}/v1/chat/completions`, { method: "POST", body: CHAT });
    expect(chat.status, chat.text).toBe(200);
    const own = await createOwnKey(browser);
    expect(own).toMatchObject({ group: "blue", person_id: id });
    expect((await callWith(own.secret)).status).toBe(200);
    await fetch(`${url}/v1/chat/completions`, { method: "POST", headers: AUTHORIZED, body: JSON.stringify(CHAT) });
    const read = async () => {
      const { text } = await browser.call(`${url}/api/requests?calls=true`);
      return new Set((JSON.parse(text).data as { key: { id: string; name: string } }[]).map(({ key }) => key.id));
    };
    await expect.poll(read).toEqual(new Set([id, own.id]));
    const all = await admin<{ data: { key: { id: string; name: string } }[] }>(`/api/requests?key_id=${id}`);
    expect(all.data[0]?.key.name).toBe("Mia Member");
    expect((await browser.call(`${url}/api/requests?key_id=admin`)).status).toBe(403);
    const team = JSON.parse((await browser.call(`${url}/api/usage?group=blue`)).text);
    expect(team.total.requests).toBeGreaterThanOrEqual(2);
    expect((await browser.call(`${url}/api/usage?key_id=admin`)).status).toBe(403);
    const byKey = JSON.parse((await browser.call(`${url}/api/usage?group=blue&group_by=key`)).text);
    for (const { group } of byKey.groups) expect([id, own.id]).toContain(group);
  });

  it("a viewer reads the pages and calls no model; a member manages own keys alone", async () => {
    const { browser: viewer } = await signIn("vic");
    expect((await sessionOf(viewer)).body.scopes).toEqual(["view"]);
    for (const path of ["/v1/models", "/api/usage", "/api/requests", "/api/sessions"]) {
      expect((await viewer.call(url + path)).status, path).toBe(200);
    }
    for (const [path, method] of [
      ["/v1/chat/completions", "POST"],
      ["/v1/responses", "POST"],
      ["/v1/files", "GET"],
      ["/api/shares", "POST"],
      ["/api/keys", "GET"],
      ["/api/people", "GET"],
      ["/api/audit", "GET"],
    ] as const) {
      const { status, text } = await viewer.call(url + path, { method, ...(method === "POST" ? { body: CHAT } : {}) });
      expect(status, `${path} ${text}`).toBe(403);
      expect(text).toContain("Your role `viewer`");
    }
    const { browser: member } = await signIn("mia");
    const key = await admin<{ id: string }>("/api/keys", "POST", { name: "Of the gateway" });
    const list = JSON.parse((await member.call(`${url}/api/keys`)).text) as { data: { id: string }[] };
    expect(list.data.map(({ id }) => id)).not.toContain(key.id);
    for (const method of ["PATCH", "DELETE"] as const) {
      const { status } = await member.call(`${url}/api/keys/${key.id}`, { method, body: { name: "Stolen" } });
      expect(status, method).toBe(404);
    }
    for (const field of [{ scopes: ["admin"] }, { group: "red" }, { models: null }, { routes: null }]) {
      const { status, text } = await member.call(`${url}/api/keys`, { method: "POST", body: { name: "X", ...field } });
      expect(status, text).toBe(403);
    }
    for (const path of ["/api/people", "/api/audit", "/api/providers", "/api/storage", "/api/sessions?all=true"]) {
      expect((await member.call(url + path)).status, path).toBe(403);
    }
  });

  it("an admin by the provider's group manages everything", async () => {
    const { browser } = await signIn("ann");
    expect((await sessionOf(browser)).body.scopes).toEqual(["admin", "inference"]);
    expect((await browser.call(`${url}/api/people`)).status).toBe(200);
    const { text } = await browser.call(`${url}/api/keys`, { method: "POST", body: { name: "CI" } });
    expect(JSON.parse(text)).toMatchObject({ person_id: null });
    const personal = await browser.call(`${url}/api/keys`, { method: "POST", body: { name: "Own", personal: true } });
    expect(JSON.parse(personal.text).person_id).toBe((await findPerson("Ann Admin")).id);
  });

  it("sessions are listed and revoked: own ones, and all for an admin", async () => {
    const { browser: first } = await signIn("mia");
    const { browser: second } = await signIn("mia");
    const list = async (browser: CookieBrowser): Promise<BrowserSessionList> =>
      JSON.parse((await browser.call(`${url}/api/sessions`)).text);
    const sessions = (await list(second)).data;
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ user_agent: "Test Browser", owner: { name: "Mia Member" } });
    const { browser: other } = await signIn("vic");
    const own = (await list(first)).data.find(({ current }) => current)?.id;
    expect((await other.call(`${url}/api/sessions/${own}`, { method: "DELETE" })).status).toBe(404);
    expect((await second.call(`${url}/api/sessions/${own}`, { method: "DELETE" })).status).toBe(200);
    expect((await sessionOf(first)).status).toBe(401);
    expect((await sessionOf(second)).status).toBe(200);
    const vic = (await list(other)).data.find(({ current }) => current)?.id;
    await admin(`/api/sessions/${vic}`, "DELETE");
    expect((await sessionOf(other)).status).toBe(401);
    const all = await admin<BrowserSessionList>("/api/sessions?all=true&limit=1");
    expect([all.data.length, all.has_more]).toEqual([1, true]);
    const next = await admin<BrowserSessionList>(`/api/sessions?all=true&limit=1&cursor=${all.next_cursor}`);
    expect(next.data[0]?.id).not.toBe(all.data[0]?.id);
  });

  it("a person who is disabled loses sessions and keys, and cannot sign in until enabled", async () => {
    const { browser } = await signIn("mia");
    const { secret } = await createOwnKey(browser);
    const { id } = await findPerson("Mia Member");
    await admin(`/api/people/${id}`, "PATCH", { disabled: true });
    await expect.poll(async () => (await callWith(secret)).status, LEAVING).toBe(401);
    expect((await sessionOf(browser)).status).toBe(401);
    expect((await signIn("mia")).page).toBe("/sign-in?problem=disabled");
    await admin(`/api/people/${id}`, "PATCH", { disabled: false });
    await expect.poll(async () => (await callWith(secret)).status, LEAVING).toBe(200);
    expect((await signIn("mia")).page).toBe("/chat");
  });

  it("a person whom the provider refuses to renew loses sessions and keys until the next sign-in", async () => {
    const { browser } = await signIn("mia");
    const { secret } = await createOwnKey(browser);
    provider.people.delete("mia");
    makeDue();
    await expect.poll(async () => (await callWith(secret)).status, LEAVING).toBe(401);
    expect((await sessionOf(browser)).status).toBe(401);
    expect((await findPerson("Mia Member")).state).toBe("ended");
    await expect
      .poll(async () => (await admin<AuditList>("/api/audit?action=person.end")).data[0])
      .toMatchObject({ actor: { id: "gateway" }, target: { name: "Mia Member" } });
    provider.people.set("mia", { ...MIA });
    await signIn("mia");
    await expect.poll(async () => (await callWith(secret)).status, LEAVING).toBe(200);
  });

  it("another role and team by the provider count from the next renewal, for the keys as well", async () => {
    const { browser } = await signIn("mia");
    const { id } = await createOwnKey(browser);
    provider.people.set("mia", { ...MIA, team: "red" });
    makeDue();
    const groupOf = async () =>
      (await admin<{ data: { id: string; group: string }[] }>("/api/keys")).data.find((key) => key.id === id)?.group;
    await expect.poll(groupOf, LEAVING).toBe("red");
    await expect.poll(async () => (await sessionOf(browser)).body.person.team, LEAVING).toBe("red");
    provider.people.set("mia", { ...MIA, groups: ["visitors"] });
    makeDue();
    await expect.poll(async () => (await sessionOf(browser)).body.person.role, LEAVING).toBe("viewer");
    const readChanges = async () =>
      (await admin<AuditList>("/api/audit?action=person.update&actor=gateway")).data[0]?.changes;
    await expect.poll(readChanges).toContainEqual({ field: "role", from: "member", to: "viewer" });
  });

  it("the last admin stays, also when two would remove each other; an admin's choice outlasts the provider's", async () => {
    await signIn("ann");
    const ann = await findPerson("Ann Admin");
    const change = (id: string, body: object) =>
      fetch(`${url}/api/people/${id}`, { method: "PATCH", headers: AUTHORIZED, body: JSON.stringify(body) });
    for (const body of [{ disabled: true }, { role: "member" }]) {
      const response = await change(ann.id, body);
      expect([response.status, (await response.json()).code]).toEqual([409, "last_admin"]);
    }
    await signIn("mia");
    const mia = await findPerson("Mia Member");
    await admin(`/api/people/${mia.id}`, "PATCH", { role: "admin", team: "red" });
    await signIn("mia");
    expect(await findPerson("Mia Member")).toMatchObject({ role: "admin", fixed_role: "admin", team: "red" });
    const both = await Promise.all([change(ann.id, { disabled: true }), change(mia.id, { disabled: true })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const { id } of [ann, mia]) await change(id, { disabled: false });
    await admin(`/api/people/${mia.id}`, "PATCH", { role: null, team: null });
    expect(await findPerson("Mia Member")).toMatchObject({ role: "member", team: "blue" });
    expect((await change("person_0", { role: "admin" })).status).toBe(404);
    expect((await change(mia.id, { role: "owner" })).status).toBe(400);
  });

  it.each([
    ["no e-mail", { ...MIA, email: undefined }, "no_email"],
    ["an unverified e-mail", { ...MIA, email_verified: false }, "unverified_email"],
    ["an e-mail without word on its verification", { ...MIA, email_verified: undefined }, "unverified_email"],
    ["another domain", { ...MIA, email: "mia@acme.test.evil.test" }, "domain"],
    ["no known group", { ...MIA, groups: ["others", "constructor"] }, "no_role"],
    ["no group", { ...MIA, groups: undefined }, "no_role"],
  ])("a person with %s is refused", async (_name, claims, problem) => {
    provider.people.set("new", claims);
    const { browser, page } = await signIn("new");
    expect(page).toBe(`/sign-in?problem=${problem}`);
    expect((await browser.call(`${url}/api/session`)).status).toBe(401);
  });

  it("a sign-in that was cancelled, and what the provider writes about it, is not shown", async () => {
    expect((await signIn("nobody")).page).toBe("/sign-in?problem=cancelled");
  });

  it("the answer of another browser, another sign-in, or none is refused", async () => {
    provider.signsIn = "mia";
    const attacker = new CookieBrowser();
    const callback = await attacker.follow(`${url}/api/session/provider`, (address) => address.includes("/callback?"));
    const victim = new CookieBrowser();
    expect(await victim.follow(callback, isPage)).toBe(`${url}/sign-in?problem=expired`);
    await victim.send(`${url}/api/session/provider`);
    expect(await victim.follow(callback, isPage), "login CSRF").toBe(`${url}/sign-in?problem=expired`);
    expect(victim.cookies.filter(({ name }) => name === "parlance_session")).toEqual([]);
    const forged = callback.replace(/code=[^&]+/, "code=forged");
    const cookies = structuredClone(attacker.cookies);
    expect(await attacker.follow(forged, isPage)).toBe(`${url}/sign-in?problem=rejected`);
    attacker.cookies = structuredClone(cookies);
    expect(await attacker.follow(callback, isPage)).toBe(`${url}/`);
    attacker.cookies = cookies;
    expect(await attacker.follow(callback, isPage), "a code works once").toBe(`${url}/sign-in?problem=rejected`);
  });

  it("an ID token with another nonce is refused", async () => {
    provider.signsIn = "mia";
    const browser = new CookieBrowser();
    const start = await browser.send(`${url}/api/session/provider`);
    const address = new URL(String(start.headers.location));
    address.searchParams.set("nonce", "another-nonce-than-the-gateway-wrote");
    expect(await browser.follow(address.href, isPage)).toBe(`${url}/sign-in?problem=rejected`);
  });

  it("signing in makes a new session, and ends the one of the browser before", async () => {
    const { browser } = await signIn("mia");
    const old = browser.cookies.find(({ name }) => name === "parlance_session");
    await signIn("mia", { browser });
    const token = browser.cookies.find(({ name }) => name === "parlance_session")?.value;
    expect(token).not.toBe(old?.value);
    const thief = new CookieBrowser();
    thief.cookies = [old as NonNullable<typeof old>];
    expect((await sessionOf(thief)).status).toBe(401);
  });

  it.each([
    "//evil.test",
    "https://evil.test/",
    "/\\evil.test",
    "/./\\evil.test",
    "/a/..//evil.test",
    "/%0d%0aset-cookie:x=1/..//evil.test",
    "/api/session",
    "javascript:alert(1)",
    "",
  ])("the page after the sign-in is one of the gateway, also for %j", async (next) => {
    const { page } = await signIn("mia", { next });
    expect(page.startsWith("/") && !page.startsWith("//")).toBe(true);
    expect(new URL(page, url).origin).toBe(url);
    expect(page).not.toContain("/api/");
  });

  it("the redirect URI does not follow the Host header", async () => {
    const browser = new CookieBrowser();
    const { headers } = await browser.send(`${url}/api/session/provider`, {
      headers: { "x-forwarded-host": "evil.test", "x-forwarded-proto": "https" },
    });
    expect(new URL(String(headers.location)).searchParams.get("redirect_uri")).toBe(
      `${url}/api/session/provider/callback`,
    );
  });

  it("signing out ends the session here and names the provider's page; other sites cannot sign out", async () => {
    const { browser } = await signIn("mia");
    const foreign = await browser.send(`${url}/api/session`, {
      method: "DELETE",
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(foreign.status).toBe(403);
    const { status, text } = await browser.call(`${url}/api/session`, { method: "DELETE" });
    expect(status).toBe(200);
    const address = new URL(JSON.parse(text).sign_out_url);
    expect(address.origin).toBe(provider.issuer);
    expect(address.searchParams.get("post_logout_redirect_uri")).toBe(`${url}/sign-in`);
    expect(address.search, "no token in a URL").not.toContain("id_token_hint");
    expect((await browser.call(`${url}/api/session`)).status).toBe(401);
  });

  it("the provider ends sessions by a logout token, once, and by no other text", async () => {
    const { browser } = await signIn("mia");
    const send = (token: string) =>
      fetch(`${url}/api/session/provider/logout`, {
        method: "POST",
        body: new URLSearchParams({ logout_token: token }),
      });
    const now = Math.floor(Date.now() / 1_000);
    for (const token of [
      "x.y.z",
      await provider.signLogoutToken({ sub: "mia", nonce: "n" }),
      await provider.signLogoutToken({ sub: "mia", events: {} }),
      await provider.signLogoutToken({}),
    ]) {
      expect((await send(token)).status).toBe(400);
    }
    expect((await sessionOf(browser)).status).toBe(200);
    const token = await provider.signLogoutToken({ sub: "mia", iat: now });
    expect((await send(token)).status).toBe(204);
    expect((await sessionOf(browser)).status).toBe(401);
    expect((await send(token)).status).toBe(400);
  });

  it("a provider that is away stops no key and no session, and says so on the page", async () => {
    const { browser } = await signIn("mia");
    const { secret } = await createOwnKey(browser);
    await provider.stop();
    makeDue();
    const callback = `${url}/api/session/provider/callback?code=x&state=y`;
    expect(await new CookieBrowser().follow(callback, isPage)).toBe(`${url}/sign-in?problem=expired`);
    expect((await callWith(secret)).status).toBe(200);
    expect((await sessionOf(browser)).status).toBe(200);
    expect((await fetch(`${url}/v1/models`, { headers: AUTHORIZED })).status).toBe(200);
    const signedOut = await browser.call(`${url}/api/session`, { method: "DELETE" });
    expect(signedOut.status).toBeLessThan(300);
    await provider.restart();
    expect((await signIn("mia")).page, "with other signing keys than before").toBe("/chat");
  });

  it("too many refused sign-ins of one address are slowed, and keys still work", async () => {
    let page = "";
    const browser = new CookieBrowser();
    for (let count = 0; count < 30 && !page.endsWith("too_many"); count += 1) {
      page = (await browser.follow(`${url}/api/session/provider/callback?state=x`, isPage)).slice(url.length);
    }
    expect(page).toBe("/sign-in?problem=too_many");
    expect((await signIn("mia", { browser })).page, "a sign-in that waits").toBe("/sign-in?problem=too_many");
    expect((await signIn("mia")).page, "another address").toBe("/chat");
    expect((await fetch(`${url}/v1/models`, { headers: AUTHORIZED })).status).toBe(200);
  });

  it("no token of the provider, and no secret, is in the store, the audit log or the output", async () => {
    const text = await (await fetch(`${url}/api/audit/export`, { headers: AUTHORIZED })).text();
    const database = new DatabaseSync(join(gateway.dataDir, "parlance.db"), { readOnly: true });
    const people = database.prepare("select * from people").all() as { sealed_refresh: string | null }[];
    database.close();
    expect(people.some(({ sealed_refresh: sealed }) => sealed?.startsWith("1."))).toBe(true);
    for (const place of [text, JSON.stringify(people), gateway.output()]) expect(place).not.toContain(CLIENT_SECRET);
    expect(text).toContain('"action":"person.create"');
  });
});
