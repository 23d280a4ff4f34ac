/** McpSession: one open session of one key with an MCP server. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { AnySchema, SchemaOutput } from "@modelcontextprotocol/sdk/server/zod-compat.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { McpServerSettings } from "#lib/config/mcp-settings.ts";
import type { McpFrame } from "#lib/contract/mcp.ts";
import { errors } from "#lib/http/errors.ts";
import { createAuthorizedFetch, type McpCredentials } from "./authorized-fetch.ts";
import { FrameLog } from "./frame-log.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { MCP_LIMITS } from "./limits.ts";
import { isWrongMessage } from "./to-mcp-error.ts";

type ClientRequest = Parameters<Client["request"]>[0];
export type ClientInfo = { name: string; version: string };
export type Exchange<Result> = { result: Result; frames: McpFrame[]; durationMs: number };

export class McpSession {
  private readonly client: Client;
  private readonly log = new FrameLog();
  /** True when the server is gone, or sent what cannot be read: another session takes its place. */
  isBroken = false;
  private failure: Error | undefined;
  /** Messages that opened the session: the first exchange shows them. */
  private greeting: McpFrame[] = [];
  private readonly server: McpServerSettings;
  private readonly credentials: McpCredentials | undefined;
  private transport: { close(): Promise<void>; terminate?: () => Promise<void> } | undefined;

  /** @param credentials of the key, for a server to which people may sign in */
  constructor(server: McpServerSettings, info: ClientInfo, credentials?: McpCredentials) {
    this.server = server;
    this.credentials = credentials;
    this.client = new Client(info, { capabilities: {} });
    this.client.onclose = () => {
      this.isBroken = true;
    };
    // A command may print what is no message, which clients of MCP skip. An HTTP response has nothing else.
    this.client.onerror = (error) => {
      const { kind, id } = server;
      if (kind === "http" && isWrongMessage(error)) this.fail(errors.mcpInvalidResponse({ server: id, cause: error }));
      if (/ReadBuffer exceeded/.test(error.message)) {
        this.failure ??= errors.mcpResponseTooLarge({ server: id, limit: MCP_LIMITS.responseBytes });
      }
    };
  }

  /** Opens the session for all who wait for it, whoever of them leaves. @throws what the SDK throws */
  async connect(): Promise<void> {
    const transport = this.open();
    this.log.watch(transport);
    const { frames } = await this.attempt(() =>
      this.log.collect(() => this.client.connect(transport, { timeout: this.server.timeoutMs })),
    );
    this.greeting = frames;
  }

  /** Runs requests of one call of the gateway. @throws what the SDK throws, or why the session broke */
  async exchange<Result>(
    run: (request: SendRequest) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Exchange<Result>> {
    const { timeoutMs } = this.server;
    const terms = { timeout: timeoutMs, maxTotalTimeout: timeoutMs, signal };
    const send: SendRequest = (request, schema) => this.client.request(request as ClientRequest, schema, terms);
    const greeting = this.greeting.splice(0);
    const offset = greeting.at(-1)?.at_ms ?? 0;
    const { frames, ...rest } = await this.attempt(() => this.log.collect(() => run(send)));
    return { ...rest, frames: [...greeting, ...frames.map((frame) => ({ ...frame, at_ms: frame.at_ms + offset }))] };
  }

  async close(): Promise<void> {
    this.isBroken = true;
    const farewell = this.transport?.terminate?.().catch(() => undefined);
    if (farewell)
      await Promise.race([farewell, new Promise((resolve) => setTimeout(resolve, MCP_LIMITS.closeMs).unref())]);
    await this.client.close().catch(() => undefined);
    await this.transport?.close();
  }

  private open(): Transport {
    const { server } = this;
    if (server.kind === "command") {
      const { command, args, variables } = server;
      return new StdioClientTransport({
        ...{ command, args, env: variables, stderr: "ignore", maxBufferSize: MCP_LIMITS.responseBytes },
      });
    }
    const guarded = createGuardedFetch(server, { onFailure: (error) => this.fail(error) });
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      fetch: this.credentials
        ? createAuthorizedFetch(server, { guarded, credentials: this.credentials })
        : guarded.fetch,
      requestInit: { headers: server.headers },
      reconnectionOptions: {
        ...{
          initialReconnectionDelay: 500,
          maxReconnectionDelay: 2_000,
          reconnectionDelayGrowFactor: 2,
          maxRetries: 1,
        },
      },
    });
    this.transport = { close: guarded.close, terminate: () => transport.terminateSession() };
    return transport as Transport;
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.isBroken = true;
    // Requests that wait for a response are refused by it.
    void this.client.close().catch(() => undefined);
  }

  private async attempt<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      throw this.failure ?? error;
    }
  }
}

/** Sends one JSON-RPC request and reads its result. */
export type SendRequest = <Schema extends AnySchema>(
  request: { method: string; params?: Record<string, unknown> },
  schema: Schema,
) => Promise<SchemaOutput<Schema>>;
