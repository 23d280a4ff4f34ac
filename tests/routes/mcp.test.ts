/** `/api/mcp` against servers that the SDK runs, over Streamable HTTP and as a command. */
import { text as readText } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { McpExchange, McpToolList, McpToolResult } from "#lib/contract/mcp.ts";
import type { AllServices } from "#lib/gateway/assembly/services.ts";
import { CLOSED_PORT } from "../support/closed-port.ts";
import { createKey } from "../support/create-key.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { type RunningMcpServer, startMcpServer } from "../support/mcp-server.ts";

const TOKEN = "mcp-token-0123456789";
const COMMAND = fileURLToPath(new URL("../support/mcp-command.ts", import.meta.url));

let mcp: RunningMcpServer;
let gateway: TestGateway;
let services: AllServices;

beforeAll(async () => {
  mcp = await startMcpServer();
  const server = { url: mcp.url, internal: true };
  gateway = await startGateway({
    mount: "node",
    environment: { MCP_TOKEN: TOKEN, COMMAND_SECRET: "command-secret-42" },
    config: {
      mcp: {
        commands: true,
        servers: {
          docs: { ...server, description: "Documentation.", headers: { authorization: `Bearer \${MCP_TOKEN}` } },
          narrow: { ...server, tools: ["a*d", "get_*"] },
          quick: { ...server, timeoutMs: 300 },
          outside: { url: mcp.url },
          named: { url: mcp.url.replace("127.0.0.1", "localhost") },
          gone: { url: `http://127.0.0.1:${CLOSED_PORT}/mcp`, internal: true },
          local: { command: process.execPath, args: [COMMAND], env: ["COMMAND_SECRET"] },
          missing: { command: "/nonexistent/server" },
        },
      },
    },
    replace: (all) => {
      services = all;
      return {};
    },
  });
});
beforeEach(() => {
  mcp.answer(undefined);
  mcp.requests.length = 0;
});
afterAll(async () => {
  await gateway.close();
  await mcp.close();
});

type Reply<Body> = { status: number; body: Body; text: string };

async function send<Body = Record<string, unknown>>(
  path: string,
  body?: object,
  headers: Record<string, string> = AUTHORIZED,
): Promise<Reply<Body>> {
  const response = await fetch(`${gateway.url}/api/mcp/servers${path}`, {
    headers,
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text), text };
}

const call = (server: string, name: string, args: object = {}, headers?: Record<string, string>) =>
  send<McpToolResult & { message?: string; code?: string; param?: string }>(
    `/${server}/tools/call`,
    { name, arguments: args },
    headers,
  );
const methodsOf = ({ frames }: McpExchange) => frames.map(({ direction, message }) => [direction, message.method]);

describe("a server over HTTP", () => {
  it("is listed without its address and credential", async () => {
    const { body, text } = await send<{ data: object[] }>("");
    expect(body.data[0]).toEqual({
      ...{ object: "mcp_server", id: "docs", description: "Documentation.", transport: "http" },
    });
    expect(body.data).toContainEqual(expect.objectContaining({ id: "local", transport: "stdio" }));
    expect(text).not.toContain("127.0.0.1");
    expect(text).not.toContain(TOKEN);
  });

  it("lists tools, resources and prompts, and shows the messages that opened the session once", async () => {
    const tools = await send<McpToolList>("/docs/tools");
    expect(tools.body.data.map(({ name }) => name)).toEqual(expect.arrayContaining(["add", "get_weather", "fail"]));
    expect(tools.body.data[0]?.inputSchema).toMatchObject({ type: "object", required: ["a", "b"] });
    expect(methodsOf(tools.body)).toEqual([
      ["sent", "initialize"],
      ["received", undefined],
      ["sent", "notifications/initialized"],
      ["sent", "tools/list"],
      ["received", undefined],
    ]);
    const resources = await send<McpExchange & { data: object[] }>("/docs/resources");
    expect(resources.body.data).toContainEqual(expect.objectContaining({ uri: "docs://hello" }));
    expect(methodsOf(resources.body)).toEqual([
      ["sent", "resources/list"],
      ["received", undefined],
    ]);
    const templates = await send<McpExchange & { data: object[] }>("/docs/resource-templates");
    expect(templates.body.data).toEqual([expect.objectContaining({ name: "page", uriTemplate: "docs://{page}" })]);
    expect(methodsOf(templates.body)[0]).toEqual(["sent", "resources/templates/list"]);
    const prompts = await send<{ data: object[] }>("/docs/prompts");
    expect(prompts.body.data).toEqual([
      expect.objectContaining({ name: "greet", arguments: [{ name: "name", required: true }] }),
      expect.objectContaining({ name: "review" }),
    ]);
    expect(mcp.requests.every(({ headers }) => headers.authorization === `Bearer ${TOKEN}`)).toBe(true);
    // No connection waits for notifications.
    expect(mcp.requests.some(({ method }) => method === "GET")).toBe(false);
  });

  it("calls a tool, reads a resource and fills in a prompt", async () => {
    const { status, body } = await call("docs", "add", { a: 2, b: 3 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ object: "mcp_tool_result", server: "docs", tool: "add", is_error: false },
      ...{ content: [{ type: "text", text: "5" }], structured_content: { sum: 5 } },
    });
    expect(body.frames[0]?.message).toMatchObject({ method: "tools/call", params: { name: "add" } });
    const read = await send("/docs/resources/read", { uri: "docs://hello" });
    expect(read.body.contents).toEqual([{ uri: "docs://hello", text: "Hello" }]);
    const filled = await send("/docs/resources/read", { uri: "docs://intro" });
    expect(filled.body.contents).toEqual([{ uri: "docs://intro", text: "The page docs://intro" }]);
    const prompt = await send("/docs/prompts/get", { name: "greet", arguments: { name: "Ann" } });
    expect(JSON.stringify(prompt.body.messages)).toContain("Greet Ann.");
  });

  it("keeps the messages of requests at the same time apart", async () => {
    const replies = await Promise.all([1, 2, 3, 4].map((a) => call("docs", "add", { a, b: 0 })));
    for (const [index, { body }] of replies.entries()) {
      expect(body.content).toEqual([{ type: "text", text: String(index + 1) }]);
      expect(body.frames).toHaveLength(2);
      expect(body.frames[1]?.message.id).toBe(body.frames[0]?.message.id);
    }
  });

  it("opens a new session when the server has forgotten the old one", async () => {
    await call("docs", "add", { a: 1, b: 1 });
    mcp.forget();
    const { status, body } = await call("docs", "add", { a: 1, b: 2 });
    expect(status, body.message).toBe(200);
    expect(methodsOf(body)[0]).toEqual(["sent", "initialize"]);
  });

  it("gives each key a session of its own", async () => {
    await call("docs", "add", { a: 1, b: 1 });
    const before = mcp.sessions;
    const { secret } = await createKey(gateway, { name: "Another" });
    const { status } = await call("docs", "add", { a: 1, b: 1 }, { ...AUTHORIZED, authorization: `Bearer ${secret}` });
    expect(status).toBe(200);
    expect(mcp.sessions).toBe(before + 1);
  });

  it("offers and calls only the tools that the config allows", async () => {
    const { body } = await send<McpToolList>("/narrow/tools");
    expect(body.data.map(({ name }) => name)).toEqual(["add", "get_weather"]);
    const refused = await call("narrow", "fail");
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: "mcp_tool_not_allowed", param: "name" });
    expect((await call("narrow", "get_weather", { city: "Rome" })).status).toBe(200);
  });
});

describe("what goes wrong", () => {
  it("returns the failure of a tool as its result", async () => {
    const { status, body } = await call("docs", "fail");
    expect(status).toBe(200);
    expect(body).toMatchObject({ is_error: true, content: [{ type: "text", text: "The disk is full." }] });
  });

  it.each([
    ["outside", 502, "mcp_address_forbidden"],
    ["named", 502, "mcp_address_forbidden"],
    ["gone", 502, "mcp_unreachable"],
    ["missing", 502, "mcp_unreachable"],
    ["unknown", 404, "mcp_server_not_found"],
  ])("refuses the server %s with %i %s", async (server, status, code) => {
    const reply = await call(server, "add", { a: 1, b: 1 });
    expect(reply.status, reply.text).toBe(status);
    expect(reply.body.code).toBe(code);
    expect(mcp.requests).toEqual([]);
  });

  it("ends a slow call after the server's time, and tells the server", async () => {
    const { status, body } = await call("quick", "wait");
    expect(status).toBe(504);
    expect(body.code).toBe("mcp_timeout");
    expect((await call("quick", "add", { a: 1, b: 1 })).status).toBe(200);
  });

  it("refuses a response that is too large, and goes on in a new session", async () => {
    const { status, body } = await call("docs", "huge");
    expect(status).toBe(502);
    expect(body.code).toBe("mcp_response_too_large");
    expect((await call("docs", "add", { a: 1, b: 1 })).status).toBe(200);
  });

  it.each([
    ["application/json", "{ not json", "mcp_invalid_response"],
    ["application/json", '{"hello":"world"}', "mcp_invalid_response"],
    ["text/event-stream", "event: message\ndata: { not json\n\n", "mcp_invalid_response"],
    ["text/html", "<p>Hello</p>", "mcp_invalid_response"],
  ])("refuses %s %s", async (type, text, code) => {
    await call("docs", "add", { a: 1, b: 1 });
    mcp.answer((_, response) => response.writeHead(200, { "content-type": type }).end(text));
    const reply = await call("docs", "add", { a: 1, b: 1 });
    expect(reply.status, reply.text).toBe(502);
    expect(reply.body.code).toBe(code);
  });

  it.each([
    [401, "mcp_unauthorized"],
    [500, "mcp_unreachable"],
    [302, "mcp_invalid_response"],
  ])("has an error for status %i", async (status, code) => {
    mcp.answer((_, response) => response.writeHead(status, { location: "http://169.254.169.254/" }).end("No"));
    const reply = await call("narrow", "add", { a: 1, b: 1 });
    expect(reply.status, reply.text).toBe(502);
    expect(reply.body.code).toBe(code);
  });

  it.each(["tools", "resources", "resource-templates", "prompts"])(
    "lists no %s of a server without any",
    async (kind) => {
      await call("docs", "add", { a: 1, b: 1 });
      mcp.answer((request, response) => {
        void readText(request).then((text) => {
          const { id } = JSON.parse(text) as { id: number };
          const error = { code: -32_601, message: "Method not found" };
          response.writeHead(200, { "content-type": "application/json" });
          response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
        });
      });
      const { status, body } = await send(`/docs/${kind}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ data: [], has_more: false });
    },
  );

  it("names the JSON-RPC error of a refused request", async () => {
    const { status, body } = await send<{ code: string; message: string }>("/docs/prompts/get", { name: "nothing" });
    expect(status).toBe(400);
    expect(body.code).toBe("mcp_refused");
    expect(body.message).toContain("-32602");
  });

  it("checks the body of a call", async () => {
    const { status, body } = await send<{ param: string }>("/docs/tools/call", { name: 5 });
    expect(status).toBe(400);
    expect(body.param).toBe("name");
  });

  it("hides a secret that a server repeats", async () => {
    mcp.answer(undefined);
    const { text } = await call("docs", "get_weather", { city: TOKEN });
    expect(text).toContain("[redacted]");
    expect(text).not.toContain(TOKEN);
  });

  it("refuses a key whose routes lack `mcp`", async () => {
    const { secret } = await createKey(gateway, { name: "Chat only", routes: ["chat"] });
    const headers = { ...AUTHORIZED, authorization: `Bearer ${secret}` };
    for (const reply of [await send("", undefined, headers), await call("docs", "add", { a: 1, b: 1 }, headers)]) {
      expect(reply.status).toBe(403);
      expect(reply.text).toContain("mcp");
    }
    const { secret: allowed } = await createKey(gateway, { name: "Tools", routes: ["mcp"] });
    expect((await send("", undefined, { ...AUTHORIZED, authorization: `Bearer ${allowed}` })).status).toBe(200);
  });
});

describe("a command", () => {
  it("runs with the named variables alone, and ends with the gateway's session", async () => {
    const { status, body, text } = await call("local", "add", { a: 20, b: 22 });
    expect(status, text).toBe(200);
    expect(body.content).toEqual([{ type: "text", text: "42" }]);
    const secret = await call("local", "environment", { name: "COMMAND_SECRET" });
    expect(secret.body.content).toEqual([{ type: "text", text: "[redacted]" }]);
    const other = await call("local", "environment", { name: "VITEST" });
    expect(other.body.content).toEqual([{ type: "text", text: "unset" }]);
    const huge = await call("local", "huge");
    expect(huge.body.code).toBe("mcp_response_too_large");
    expect((await call("local", "add", { a: 1, b: 1 })).status).toBe(200);
  });

  it("says goodbye to servers when it stops", async () => {
    await call("docs", "add", { a: 1, b: 1 });
    expect(mcp.sessions).toBeGreaterThan(0);
    await services.mcp.close();
    expect(services.mcp.size).toBe(0);
    await expect.poll(() => mcp.requests.some(({ method }) => method === "DELETE")).toBe(true);
  });
});
