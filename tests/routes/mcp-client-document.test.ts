/** The client ID metadata document, by which an authorization server that reads such ones knows the gateway. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { McpSignIn, McpSignInStart, McpToolResult } from "#lib/contract/mcp.ts";
import { type ProtectedMcpServer, startProtectedMcpServer } from "../support/authorization-server.ts";
import { TestBrowser } from "../support/browse.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";

const PUBLIC = "https://parlance.example.com";
const DOCUMENT = `${PUBLIC}/api/mcp/sign-in/client`;
const CALLBACK = `${PUBLIC}/api/mcp/sign-in/callback`;
const MCP = { connect: { hosts: ["127.0.0.1:*"], internal: true } };

describe("The client ID metadata document", () => {
  let gateway: TestGateway;
  let acme: ProtectedMcpServer;
  /** Addresses that the authorization server has read. */
  let read: string[];
  beforeAll(async () => {
    gateway = await startGateway({ mount: "node", config: { mcp: MCP, publicUrl: PUBLIC } });
  });
  beforeEach(async () => {
    read = [];
    acme = await startProtectedMcpServer({
      readDocument(url) {
        read.push(url);
        return fetch(url.replace(PUBLIC, gateway.url));
      },
    });
  });
  afterEach(() => acme.close());
  afterAll(() => gateway?.close());

  const path = (rest: string) => `/api/mcp/servers/${encodeURIComponent(acme.mcp.url)}${rest}`;
  async function send<Body>(rest: string, init: RequestInit, browser: TestBrowser, at = gateway): Promise<Body> {
    const response = await fetch(at.url + path(rest), { headers: AUTHORIZED, ...init });
    browser.take(PUBLIC, response);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return JSON.parse(text);
  }
  const registrations = () => acme.requests.filter((request) => request === "POST /reg");

  it("signs in without a registration, calls a tool, and renews the tokens", async () => {
    const browser = new TestBrowser();
    const { authorization_url: address } = await send<McpSignInStart>("/sign-in", { method: "POST" }, browser);
    const asked = new URL(address).searchParams;
    expect(asked.get("client_id")).toBe(DOCUMENT);
    expect(asked.get("redirect_uri")).toBe(CALLBACK);
    const { url } = await browser.open(address, (at) => at.startsWith(CALLBACK));
    const end = await fetch(url.replace(PUBLIC, gateway.url), { headers: { cookie: browser.cookieOf(PUBLIC) } });
    const page = await end.text();
    expect(end.status, page).toBe(200);
    expect(page).toContain("You are signed in");
    expect(read).toContain(DOCUMENT);
    expect(registrations()).toEqual([]);
    acme.endAccessTokens();
    const body = JSON.stringify({ name: "get_weather", arguments: { city: "Oslo" } });
    const result = await send<McpToolResult>("/tools/call", { method: "POST", body }, browser);
    expect(JSON.stringify(result)).toContain("sunny in Oslo");
    expect((await send<McpSignIn>("/sign-in", {}, browser)).status).toBe("signed_in");
  });

  it("is served to anyone, and names its own address", async () => {
    const response = await fetch(`${gateway.url}/api/mcp/sign-in/client`);
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    expect(await response.json()).toEqual({
      client_id: DOCUMENT,
      client_name: "Parlance",
      client_uri: `${PUBLIC}/`,
      redirect_uris: [CALLBACK],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    });
  });

  it("gives way to a registration where the authorization server reads none, and without a public address", async () => {
    await acme.close();
    acme = await startProtectedMcpServer();
    const start = await send<McpSignInStart>("/sign-in", { method: "POST" }, new TestBrowser());
    expect(new URL(start.authorization_url).searchParams.get("client_id")).not.toBe(DOCUMENT);
    expect(registrations().length).toBeGreaterThan(0);

    await acme.close();
    acme = await startProtectedMcpServer({ readDocument: () => Promise.reject(new Error("not asked for")) });
    const configs = [
      { mcp: MCP, publicUrl: "http://localhost:3000" },
      { mcp: { ...MCP, clientDocument: false }, publicUrl: PUBLIC },
    ];
    for (const config of configs) await expectRegistration(config);
  });

  async function expectRegistration(config: Record<string, unknown>): Promise<void> {
    const local = await startGateway({ mount: "node", config });
    const before = registrations().length;
    try {
      await send<McpSignInStart>("/sign-in", { method: "POST" }, new TestBrowser(), local);
      expect(registrations().length).toBeGreaterThan(before);
      const none = await fetch(`${local.url}/api/mcp/sign-in/client`);
      expect(none.status).toBe(404);
      expect(await none.json()).toMatchObject({ code: "mcp_client_document_off" });
    } finally {
      await local.close();
    }
  }
});
