/** McpServers: the sessions of this process with MCP servers. Each key has its own, which ends when nobody uses it. */
import { isDeepStrictEqual } from "node:util";
import type { McpServerSettings } from "#lib/config/mcp-settings.ts";
import { errors } from "#lib/http/errors.ts";
import { createRedactor, redactError } from "#lib/upstreams/redactor.ts";
import type { McpCredentials } from "./authorized-fetch.ts";
import { MCP_LIMITS } from "./limits.ts";
import type { ClientInfo, Exchange, McpSession, SendRequest } from "./session.ts";

type Entry = {
  keyId: string;
  server: McpServerSettings;
  opening: Promise<McpSession>;
  /** Tokens of the key's sign-in; undefined for a server to which nobody signs in. */
  credentials: McpCredentials | undefined;
  session?: McpSession;
  usedAt: number;
  running: number;
};

type Times = Pick<typeof MCP_LIMITS, "sessions" | "urlSessions" | "commands" | "requests"> & {
  idleMs: number;
  sweepMs: number;
};

/** A server with the key whose session it is. */
export type Owned = { server: McpServerSettings; keyId: string };

/** An exchange with the secrets that the server may have repeated in it. */
export type McpExchange<Result> = Exchange<Result> & { secrets: readonly string[] };

const nameEntry = ({ server, keyId }: Owned) => `${server.id} ${keyId}`;
const isByUrl = ({ server }: { server: McpServerSettings }) => server.kind === "http" && server.isByUrl;

export class McpServers {
  private readonly entries = new Map<string, Entry>();
  private readonly info: ClientInfo;
  private readonly limits: Times;
  private readonly sweep: NodeJS.Timeout;
  private readonly findCredentials: (of: Owned) => McpCredentials | undefined;

  /**
   * @param version of the gateway, which servers are told
   * @param findCredentials returns the tokens of a key's sign-in to a server
   */
  constructor(
    version: string,
    findCredentials: (of: Owned) => McpCredentials | undefined = () => undefined,
    limits: Times = MCP_LIMITS,
  ) {
    this.findCredentials = findCredentials;
    this.info = { name: "parlance", version };
    this.limits = limits;
    this.sweep = setInterval(() => this.closeIdle(), limits.sweepMs).unref();
  }

  /** Number of open sessions. */
  get size(): number {
    return this.entries.size;
  }

  /**
   * Runs requests in the session of a key with a server, which is opened when there is none.
   * @throws GatewayError 502 for a server that fails, 503 when there is no room, 504 for a slow one
   */
  async run<Result>(
    server: McpServerSettings,
    { keyId, signal }: { keyId: string; signal: AbortSignal },
    run: (request: SendRequest) => Promise<Result>,
  ): Promise<McpExchange<Result>> {
    const { toMcpError, isLostSession } = await import("./to-mcp-error.ts");
    const name = nameEntry({ server, keyId });
    let credentials: McpCredentials | undefined;
    try {
      const { isNew, entry } = this.take(name, { server, keyId });
      ({ credentials } = entry);
      try {
        return await this.use(name, entry, signal, run);
      } catch (error) {
        // The server knows nothing of the request: nothing has run.
        if (isNew || !isLostSession(error)) throw error;
      }
      this.remove(name, entry);
      const next = this.take(name, { server, keyId }).entry;
      ({ credentials } = next);
      return await this.use(name, next, signal, run);
    } catch (error) {
      throw redactError(toMcpError(error, server), createRedactor(credentials?.secrets() ?? []));
    }
  }

  /** Ends the session of a key with a server. Requests that wait for it fail. */
  async forget(owned: Owned): Promise<void> {
    const name = nameEntry(owned);
    const entry = this.entries.get(name);
    if (!entry) return;
    this.entries.delete(name);
    await closeEntry(entry);
  }

  async close(): Promise<void> {
    clearInterval(this.sweep);
    const open = [...this.entries.values()];
    this.entries.clear();
    await Promise.all(open.map(closeEntry));
  }

  private async use<Result>(
    name: string,
    entry: Entry,
    signal: AbortSignal,
    run: (request: SendRequest) => Promise<Result>,
  ): Promise<McpExchange<Result>> {
    if (entry.running >= this.limits.requests) throw errors.mcpBusy({ server: entry.server.id });
    entry.running++;
    try {
      const session = await entry.opening;
      const exchange = await session.exchange(run, signal);
      return { ...exchange, secrets: entry.credentials?.secrets() ?? [] };
    } finally {
      entry.running--;
      entry.usedAt = Date.now();
      if (entry.session?.isBroken !== false) this.remove(name, entry);
    }
  }

  private take(name: string, { server, keyId }: Owned): { isNew: boolean; entry: Entry } {
    const found = this.entries.get(name);
    if (found && found.session?.isBroken !== true && isDeepStrictEqual(found.server, server)) {
      return { isNew: false, entry: found };
    }
    if (found) this.remove(name, found);
    this.makeRoom({ server, keyId });
    const credentials = this.findCredentials({ server, keyId });
    const opening = this.open(server, credentials);
    const entry: Entry = { keyId, server, credentials, usedAt: Date.now(), running: 0, opening };
    entry.opening.then(
      (session) => {
        entry.session = session;
      },
      () => undefined,
    );
    this.entries.set(name, entry);
    return { isNew: true, entry };
  }

  /** Loads the SDK with the first session, so that a gateway without MCP servers does not. */
  private async open(server: McpServerSettings, credentials: McpCredentials | undefined): Promise<McpSession> {
    const { McpSession } = await import("./session.ts");
    const session = new McpSession(server, this.info, credentials);
    try {
      await session.connect();
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /** @throws GatewayError 503 when all sessions are in use */
  private makeRoom(wanted: Owned): void {
    const { server, keyId } = wanted;
    const isCommand = (entry: Owned) => entry.server.kind === "command";
    const isSameByUrl = (entry: Owned) => isByUrl(entry) && entry.keyId === keyId;
    this.closeOldest(server, { among: () => true, most: this.limits.sessions });
    if (isCommand(wanted)) this.closeOldest(server, { among: isCommand, most: this.limits.commands });
    if (isByUrl(wanted)) this.closeOldest(server, { among: isSameByUrl, most: this.limits.urlSessions });
  }

  /** Closes idle sessions, oldest first, until there are fewer than `most`. @throws GatewayError 503 */
  private closeOldest(
    { id }: McpServerSettings,
    { among, most }: { among: (entry: Entry) => boolean; most: number },
  ): void {
    const entries = [...this.entries].filter(([, entry]) => among(entry));
    const idle = entries.filter(([, { running }]) => running === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (let count = entries.length; count >= most; count--) {
      const oldest = idle.shift();
      if (!oldest) throw errors.mcpBusy({ server: id });
      this.remove(...oldest);
    }
  }

  private closeIdle(): void {
    const before = Date.now() - this.limits.idleMs;
    for (const [name, entry] of this.entries) {
      if (entry.running === 0 && entry.usedAt < before) this.remove(name, entry);
    }
  }

  private remove(name: string, entry: Entry): void {
    if (this.entries.get(name) === entry) this.entries.delete(name);
    void closeEntry(entry);
  }
}

async function closeEntry({ opening }: Entry): Promise<void> {
  await opening.then(
    (session) => session.close(),
    () => undefined,
  );
}
