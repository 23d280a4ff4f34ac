/** MCP servers that a key connects by their URL, on both mounts. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { McpServerList, McpToolList, McpToolResult } from "#lib/contract/mcp.ts";
import { createKey } from "../support/create-key.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { type RunningMcpServer, startMcpServer } from "../support/mcp-server.ts";

type Reply<Body> = { status: number; body: Body; text: string };
type Failure = { code: string; message: string };

describe.each(mounts)("MCP servers by URL on the %s mount", (mount) => {
  let mcp: RunningMcpServer;
  let gateway: TestGateway;
  /** Has no rule for servers by URL. */
  let strict: TestGateway;
  /** Allows the host, and not the own network. */
  let outside: TestGateway;

  beforeAll(async () => {
    mcp = await startMcpServer();
    gateway = await startGateway({ mount, config: { mcp: { connect: { hosts: ["127.0.0.1:*"], internal: true } } } });
    // The rules are the same on both mounts.
    strict = await startGateway({ mount: "node" });
    const connect = { hosts: ["127.0.0.1:*", "localhost:*"] };
    outside = await startGateway({ mount: "node", config: { mcp: { connect } } });
  });
  beforeEach(() => {
    mcp.answer(undefined);
    mcp.requests.length = 0;
  });
  afterAll(async () => {
    await Promise.all([gateway?.close(), strict?.close(), outside?.close()]);
    await mcp?.close();
  });

  async function send<Body = Failure>(
    path: string,
    { at = gateway, ...init }: RequestInit & { at?: TestGateway } = {},
  ): Promise<Reply<Body>> {
    const response = await fetch(`${at.url}/api/mcp/servers${path}`, { headers: AUTHORIZED, ...init });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text), text };
  }
  const pathOf = (url = mcp.url) => `/${encodeURIComponent(url)}`;

  it("says which hosts may be connected", async () => {
    const { body } = await send<McpServerList>("");
    expect(body.connect).toEqual({ hosts: ["127.0.0.1:*"], internal: true });
    expect((await send<McpServerList>("", { at: strict })).body.connect).toBeNull();
  });

  it("lists and calls the tools of a server", async () => {
    const list = await send<McpToolList>(`${pathOf()}/tools`);
    expect(list.status, list.text).toBe(200);
    expect(list.body.server).toBe(mcp.url);
    expect(list.body.data.map(({ name }) => name)).toContain("add");
    const { body } = await send<McpToolResult>(`${pathOf()}/tools/call`, {
      method: "POST",
      body: JSON.stringify({ name: "add", arguments: { a: 2, b: 3 } }),
    });
    expect(body.content).toEqual([{ type: "text", text: "5" }]);
  });

  it("gives each key its session, and ends one on request", async () => {
    await send(`${pathOf()}/tools`);
    const before = mcp.sessions;
    const { secret } = await createKey(gateway, { name: "Another" });
    const headers = { ...AUTHORIZED, authorization: `Bearer ${secret}` };
    await send(`${pathOf()}/tools`, { headers });
    expect(mcp.sessions).toBe(before + 1);
    const ended = await send(`${pathOf()}/session`, { method: "DELETE", headers });
    expect(ended.body).toEqual({ object: "mcp_session", server: mcp.url, deleted: true });
    expect(mcp.sessions).toBe(before);
    expect((await send(`${pathOf()}/session`, { method: "DELETE", headers })).status).toBe(200);
    expect((await send(`${pathOf()}/tools`, { headers })).status).toBe(200);
  });

  it("closes the oldest session of a key that has more than eight", async () => {
    const { secret } = await createKey(gateway, { name: "Many" });
    const headers = { ...AUTHORIZED, authorization: `Bearer ${secret}` };
    const before = mcp.sessions;
    for (let index = 0; index < 10; index++) {
      const { status, text } = await send(`${pathOf(`${mcp.url}/${index}`)}/tools`, { headers });
      expect(status, text).toBe(200);
    }
    await expect.poll(() => mcp.sessions - before).toBe(8);
  });

  it("refuses every URL where the config has no rule", async () => {
    const { status, body } = await send(`${pathOf()}/tools`, { at: strict });
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: "mcp_url_not_allowed" });
    expect(body.message).toContain("`mcp.connect`");
    expect(mcp.requests).toEqual([]);
  });

  it.each([
    ["another host", "https://mcp.example.net/mcp", "mcp.connect.hosts"],
    ["a query", "https://127.0.0.1:4000/mcp?key=hidden-secret", "query"],
    ["a password", "https://user:hidden-secret@127.0.0.1:4000/mcp", "password"],
  ])("refuses a URL with %s by its rule", async (_, url, rule) => {
    const { status, body, text } = await send(`${pathOf(url)}/tools`);
    expect(status, text).toBe(403);
    expect(body.message).toContain(rule);
    expect(text).not.toContain("hidden-secret");
  });

  it("refuses addresses in the own network unless the config allows them", async () => {
    const plain = await send(`${pathOf()}/tools`, { at: outside });
    expect(plain.status).toBe(403);
    expect(plain.body.message).toContain("mcp.connect.internal");
    for (const host of ["127.0.0.1", "localhost"]) {
      const url = mcp.url.replace("http://127.0.0.1", `https://${host}`);
      const { status, body, text } = await send(`${pathOf(url)}/tools`, { at: outside });
      expect(status, text).toBe(502);
      expect(body.code).toBe("mcp_address_forbidden");
    }
    expect(mcp.requests).toEqual([]);
  });

  it("says what to do for a server that asks for a sign-in", async () => {
    mcp.answer((_, response) => response.writeHead(401).end());
    const { status, body } = await send(`${pathOf(`${mcp.url}/private`)}/tools`);
    expect(status).toBe(403);
    expect(body.code).toBe("mcp_sign_in_required");
  });
});
