/** Sign-ins to MCP servers by OAuth, against a real authorization server, on both mounts. */
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { McpSignIn, McpSignInStart, McpToolResult } from "#lib/contract/mcp.ts";
import { type ProtectedMcpServer, startProtectedMcpServer } from "../support/authorization-server.ts";
import { TestBrowser } from "../support/browse.ts";
import { createKey } from "../support/create-key.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";

type Reply<Body> = { status: number; body: Body; text: string };
type Failure = { code: string; message: string };

const CONFIG = { mcp: { connect: { hosts: ["127.0.0.1:*", "169.254.169.254"], internal: true } } };
const CALLBACK = "/api/mcp/sign-in/callback";

describe.each(mounts)("Sign-ins to MCP servers on the %s mount", (mount) => {
  let acme: ProtectedMcpServer;
  let gateway: TestGateway;
  let headers: Record<string, string>;
  let browser: TestBrowser;
  /** Everything that clients were sent. */
  let replies = "";

  beforeAll(async () => {
    gateway = await startGateway({ mount, config: CONFIG });
  });
  beforeEach(async () => {
    acme = await startProtectedMcpServer();
    headers = await newKey();
    browser = new TestBrowser();
    replies = "";
  });
  afterEach(() => acme.close());
  afterAll(() => gateway?.close());

  async function newKey(): Promise<Record<string, string>> {
    const { secret } = await createKey(gateway, { name: "Ada" });
    return { ...AUTHORIZED, authorization: `Bearer ${secret}` };
  }
  async function send<Body = Failure>(
    path: string,
    { at = gateway, ...init }: RequestInit & { at?: TestGateway } = {},
  ): Promise<Reply<Body>> {
    const url = `${at.url}/api/mcp/servers/${encodeURIComponent(acme.mcp.url)}${path}`;
    const response = await fetch(url, { headers, ...init });
    browser.take(at.url, response);
    const text = await response.text();
    replies += text;
    return { status: response.status, body: JSON.parse(text), text };
  }
  const begin = () => send<McpSignInStart & Failure>("/sign-in", { method: "POST" });
  const stateOf = async () => (await send<McpSignIn>("/sign-in")).body.status;
  const call = (fields: object) =>
    send<McpToolResult & Failure>("/tools/call", {
      method: "POST",
      body: JSON.stringify({ name: "get_weather", arguments: fields }),
    });
  const isCallback = (url: string) => url.startsWith(`${gateway.url}${CALLBACK}`);
  /** Signs in up to the page, or up to the address of the callback. */
  async function signIn({ stops = false } = {}) {
    const { body, text } = await begin();
    expect(body.object, text).toBe("mcp_sign_in_start");
    const visit = await browser.open(body.authorization_url, (url) => stops && isCallback(url));
    replies += visit.text;
    return visit;
  }
  /** Reads the table past the gateway. */
  function readRows(change?: string): Record<string, unknown>[] {
    const database = new DatabaseSync(`${gateway.dataDir}/parlance.db`, { timeout: 5_000 });
    try {
      if (change) database.exec(change);
      return database.prepare("select * from mcp_sign_ins where server_id = ?").all(acme.mcp.url);
    } finally {
      database.close();
    }
  }

  it("signs in, uses a tool, renews the tokens, signs out, and tells nobody a token", async () => {
    const refused = await send("/tools");
    expect(refused.status, refused.text).toBe(403);
    expect(refused.body.code).toBe("mcp_sign_in_required");
    expect(await stateOf()).toBe("signed_out");
    const started = await begin();
    expect(started.body.host).toBe(new URL(acme.issuer).host);
    const asked = new URL(started.body.authorization_url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      ...{ code_challenge_method: "S256", resource: acme.mcp.url, scope: "tools offline_access" },
      redirect_uri: `${gateway.url}${CALLBACK}`,
    });
    expect(await stateOf()).toBe("pending");
    const page = await signIn();
    expect(page.status, page.text).toBe(200);
    expect(page.text).toContain("You are signed in");
    expect(await stateOf()).toBe("signed_in");
    const echoed = await call({ city: acme.issued.join(" ") });
    expect(echoed.status, echoed.text).toBe(200);
    expect(echoed.text).toContain("[redacted]");
    acme.endAccessTokens();
    const renewed = await call({ city: "Oslo" });
    expect(renewed.text).toContain("sunny in Oslo");
    expect(acme.issued).toHaveLength(4);
    const wrong = await call({ city: 7, note: acme.issued.join(" ") });
    expect(wrong.status, wrong.text).toBe(200);
    // Another key has no part in it.
    const other = await send("/tools", { headers: await newKey() });
    expect(other.body.code).toBe("mcp_sign_in_required");
    const sealed = JSON.stringify(readRows());
    const left = await send<{ revoked: boolean }>("/sign-in", { method: "DELETE" });
    expect(left.body.revoked).toBe(true);
    expect(acme.requests).toContain("POST /token/revocation");
    expect(readRows()).toEqual([]);
    expect((await send("/tools")).body.code).toBe("mcp_sign_in_required");
    for (const secret of acme.issued)
      for (const text of [replies, gateway.output(), sealed]) expect(text).not.toContain(secret);
  });

  it("completes a sign-in once, in the browser that began it, within its time", async () => {
    expect((await browser.open(`${gateway.url}${CALLBACK}`)).text).toContain("This sign-in has ended");
    const unknown = await browser.open(`${gateway.url}${CALLBACK}?state=unknown&code=x`);
    expect(unknown.status).toBe(400);
    const first = await signIn({ stops: true });
    const elsewhere = await new TestBrowser().open(first.url);
    expect(elsewhere.status).toBe(400);
    expect(elsewhere.text).toContain("in the browser that began it");
    // Another browser has used it up.
    expect((await browser.open(first.url)).status).toBe(400);
    const second = await signIn({ stops: true });
    expect((await browser.open(second.url)).status).toBe(200);
    expect((await browser.open(second.url)).status).toBe(400);
    const late = await signIn({ stops: true });
    readRows("update mcp_sign_ins set pending_until = 1");
    expect((await browser.open(late.url)).text).toContain("within 10 minutes");
    expect(await stateOf()).toBe("signed_in");
    const replaced = await signIn({ stops: true });
    await begin();
    expect((await browser.open(replaced.url)).status).toBe(400);
  });

  it("takes no answer of another authorization server, and says when a person declines", async () => {
    const mixed = await signIn({ stops: true });
    const url = new URL(mixed.url);
    url.searchParams.set("iss", "https://evil.example.com");
    const page = await browser.open(url.href);
    expect(page.status).toBe(502);
    expect(page.text).toContain("another authorization server");
    expect(acme.requests).not.toContain("POST /token");
    acme.signsIn = "nobody";
    browser = new TestBrowser();
    const declined = await signIn();
    expect(declined.status).toBe(400);
    expect(declined.text).toContain("The sign-in was cancelled.");
    expect(await stateOf()).toBe("signed_out");
  });

  it.each([
    ["answers HTML", 200, "<html>down"],
    ["is down", 503, ""],
    ["refuses the code", 400, '{"error":"invalid_grant","error_description":"<b>why</b>"}'],
  ])("says so when the token endpoint %s", async (_, status, body) => {
    acme.answers.set("/token", (_request, response) => response.writeHead(status).end(body));
    const page = await signIn();
    expect(page.status, page.text).toBe(502);
    expect(page.text).toContain(`failed at &quot;${new URL(acme.issuer).host}&quot;`);
    expect(page.text).not.toContain("<b>");
    expect(await stateOf()).toBe("signed_out");
  });

  it("asks to sign in again when the tokens are revoked, and waits while the token endpoint is down", async () => {
    await signIn();
    expect((await send("/tools")).status).toBe(200);
    acme.endAccessTokens();
    acme.answers.set("/token", (_request, response) => response.writeHead(503).end());
    const down = await send("/tools");
    expect(down.body.code, down.text).toBe("mcp_sign_in_failed");
    expect(await stateOf()).toBe("signed_in");
    acme.answers.set("/token", (_request, response) =>
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}'),
    );
    expect((await send("/tools")).body.code).toBe("mcp_sign_in_required");
    expect(await stateOf()).toBe("signed_out");
    acme.answers.clear();
    await signIn();
    expect((await send("/tools")).status).toBe(200);
  });

  it("renews once for all requests of two instances", async () => {
    const { dataDir } = gateway;
    const second = await startGateway({ mount: "node", dataDir, config: CONFIG });
    try {
      acme.seconds = 20;
      await signIn();
      acme.seconds = 600;
      const countTokens = () => acme.requests.filter((request) => request === "POST /token").length;
      const before = countTokens();
      const lists = await Promise.all(
        ["/tools", "/prompts", "/resources"].flatMap((path) => [send(path), send(path, { at: second })]),
      );
      expect(lists.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      expect(countTokens()).toBe(before + 1);
    } finally {
      await second.stop();
    }
  });

  it("asks for the scope that the server wants", async () => {
    await signIn();
    acme.scope = "files";
    const refused = await send("/tools");
    expect(refused.status).toBe(403);
    expect(refused.body.code).toBe("mcp_scope_required");
    expect(refused.body.message).toContain('"files"');
    const { body } = await begin();
    expect(new URL(body.authorization_url).searchParams.get("scope")?.split(" ")).toEqual(
      expect.arrayContaining(["tools", "files"]),
    );
    expect((await browser.open(body.authorization_url)).status).toBe(200);
    expect((await send("/tools")).status).toBe(200);
  });

  it("removes the tokens with the key", async () => {
    const { id, secret } = await createKey(gateway, { name: "Gone" });
    headers = { ...AUTHORIZED, authorization: `Bearer ${secret}` };
    await signIn();
    expect(readRows()).toHaveLength(1);
    const gone = await fetch(`${gateway.url}/api/keys/${id}`, { method: "DELETE", headers: AUTHORIZED });
    expect(gone.status).toBeLessThan(300);
    expect(readRows()).toEqual([]);
  });

  it("reaches no host that the config does not allow, and no address that the guard refuses", async () => {
    acme.metadata = { authorization_servers: ["https://login.example.net"] };
    const host = await begin();
    expect(host.status).toBe(403);
    expect(host.body).toMatchObject({ code: "mcp_sign_in_host_not_allowed" });
    expect(host.body.message).toContain('"login.example.net"');
    acme.metadataUrl = "http://169.254.169.254/latest";
    const address = await begin();
    expect(address.status, address.text).toBe(502);
    expect(address.body.code).toBe("mcp_address_forbidden");
    acme.metadataUrl = undefined;
    acme.metadata = {};
    const discovery = { issuer: acme.issuer, response_types_supported: ["code"] };
    const endpoints = { authorization_endpoint: `${acme.issuer}/auth`, token_endpoint: "https://evil.example.net/t" };
    answerMetadata({ ...discovery, ...endpoints, code_challenge_methods_supported: ["S256"] });
    expect((await begin()).body.code).toBe("mcp_sign_in_host_not_allowed");
  });

  it.each([
    ["registers nobody", {}, "registers no clients"],
    ["has no PKCE", { code_challenge_methods_supported: ["plain"] }, "PKCE"],
    ["speaks for another one", { issuer: "http://127.0.0.1:1" }, "another issuer"],
    ["issues no codes", { response_types_supported: ["token"] }, "issues no codes"],
  ])("says what is missing when the authorization server %s", async (_, fields, reason) => {
    answerMetadata({
      ...{ issuer: acme.issuer, response_types_supported: ["code"], code_challenge_methods_supported: ["S256"] },
      ...{ authorization_endpoint: `${acme.issuer}/auth`, token_endpoint: `${acme.issuer}/token` },
      ...fields,
    });
    const { status, body } = await begin();
    expect(status).toBe(502);
    expect(body.code).toBe("mcp_sign_in_unsupported");
    expect(body.message).toContain(reason);
  });

  it("offers no sign-in where none is asked for, and none through metadata of another resource", async () => {
    acme.metadata = { resource: "https://other.example.com/mcp" };
    expect((await begin()).body.message).toContain("another resource");
    acme.mcp.answer((_request, response) => response.writeHead(200).end());
    const { status, body } = await begin();
    expect(status).toBe(400);
    expect(body.code).toBe("mcp_sign_in_not_offered");
  });

  function answerMetadata(metadata: Record<string, unknown>): void {
    for (const path of ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"])
      acme.answers.set(path, (_request, response) =>
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(metadata)),
      );
  }
});
