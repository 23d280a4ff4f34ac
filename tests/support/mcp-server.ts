/** A real MCP server, built with the SDK, for tests: over Streamable HTTP with sessions, or as a command. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { z } from "zod";

const text = (content: string) => ({ content: [{ type: "text" as const, text: content }] });

/** PNG of one pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

export function createMcpServer(): McpServer {
  const server = new McpServer({ name: "example", version: "1.0.0" });
  server.registerTool(
    "add",
    { description: "Adds two numbers.", inputSchema: { a: z.number(), b: z.number() } },
    async ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }),
  );
  server.registerTool(
    "get_weather",
    { description: "The weather in a city.", inputSchema: { city: z.string() } },
    async ({ city }) => text(`It is sunny in ${city}, 21 °C.`),
  );
  server.registerTool("fail", { description: "Fails." }, async () => {
    throw new Error("The disk is full.");
  });
  server.registerTool("wait", { description: "Never ends." }, () => new Promise(() => undefined));
  server.registerTool("huge", { description: "Returns too much." }, async () => text("x".repeat(5_000_000)));
  server.registerTool(
    "environment",
    { description: "Reads a variable.", inputSchema: { name: z.string() } },
    async ({ name }) => text(process.env[name] ?? "unset"),
  );
  server.registerResource("hello", "docs://hello", { description: "A greeting." }, async ({ href }) => ({
    contents: [{ uri: href, text: "Hello" }],
  }));
  server.registerResource("logo", "docs://logo.png", { mimeType: "image/png" }, async ({ href }) => ({
    contents: [{ uri: href, mimeType: "image/png", blob: PIXEL }],
  }));
  server.registerResource("page", new ResourceTemplate("docs://{page}", { list: undefined }), {}, async ({ href }) => ({
    contents: [{ uri: href, text: `The page ${href}` }],
  }));
  server.registerPrompt("greet", { argsSchema: { name: z.string() } }, ({ name }) => ({
    messages: [{ role: "user", content: { type: "text", text: `Greet ${name}.` } }],
  }));
  server.registerPrompt(
    "review",
    { description: "Reviews a text.", argsSchema: { tone: z.string().optional() } },
    () => ({
      messages: [
        { role: "user", content: { type: "text", text: "You review texts." } },
        { role: "assistant", content: { type: "text", text: "Send me the text." } },
        {
          role: "user",
          content: {
            type: "resource",
            resource: { uri: "docs://draft.txt", mimeType: "text/plain", text: "A draft." },
          },
        },
      ],
    }),
  );
  return server;
}

export type RunningMcpServer = {
  /** Address of its endpoint. */
  url: string;
  /** Requests so far, with their method and headers. */
  requests: { method: string; headers: IncomingMessage["headers"] }[];
  /** Number of open sessions. */
  readonly sessions: number;
  /** Forgets every session, as after a restart. */
  forget(): void;
  /** Answers everything with this until it is called with undefined. */
  answer(respond: ((request: IncomingMessage, response: ServerResponse) => void) | undefined): void;
  close(): Promise<void>;
};

type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/** @param intercept is called first; returns true for a request that it has answered */
export async function startMcpServer({
  intercept = () => false,
}: {
  intercept?: Intercept;
} = {}): Promise<RunningMcpServer> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const requests: RunningMcpServer["requests"] = [];
  let respond: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests.push({ method: request.method ?? "", headers: request.headers });
    if (respond) return respond(request, response);
    if (await intercept(request, response)) return;
    const id = request.headers["mcp-session-id"];
    const known = transports.get(String(id));
    if (known) return known.handleRequest(request, response);
    if (id !== undefined) return void response.writeHead(404).end();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (session) => void transports.set(session, transport),
      onsessionclosed: (session) => void transports.delete(session),
    });
    await createMcpServer().connect(transport as Transport);
    await transport.handleRequest(request, response);
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    requests,
    get sessions() {
      return transports.size;
    },
    forget: () => transports.clear(),
    answer(next) {
      respond = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
