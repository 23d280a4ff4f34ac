/** MCP servers: tools, resources and prompts of others that the pages and clients reach through the gateway. */
import { z } from "zod";
import { type Environment, readVariable } from "./environment.ts";
import { findSecretsInHeaders, findSecretsInUrl } from "./secret-values.ts";
import { SettingsError } from "./settings-error.ts";
import { milliseconds } from "./upstream-entry.ts";

export const DEFAULT_TIMEOUT_MS = 30_000;
const MOST_SERVERS = 50;
const SHORTEST_SECRET = 8;

const shared = {
  description: z.string().max(300).optional().describe("Purpose of the server, for people."),
  tools: z
    .array(z.string().min(1).max(200))
    .max(200)
    .optional()
    .describe("Tools that may be called; `*` stands for any characters. All when absent."),
  timeoutMs: milliseconds.optional().describe("Time for one request to the server; 30000 by default."),
};

const httpServer = z.strictObject({
  ...shared,
  url: z.url({
    protocol: /^https?$/,
    error: "an address that starts with http:// or https:// (its value is not shown)",
  }),
  headers: z
    .record(
      z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "a header name"),
      z.string().regex(/^[\t\x20-\x7e]*$/, "a header value on one line (what it is now is not shown)"),
    )
    .optional()
    .describe("Headers of every request, such as `authorization` with a token from the environment."),
  internal: z
    .boolean()
    .optional()
    .describe("Whether the server may be in your own network, such as on 127.0.0.1; false by default."),
});

const commandServer = z.strictObject({
  ...shared,
  command: z.string().min(1).max(1_000).describe("Program that is started, without a shell. `commands` must be true."),
  args: z.array(z.string().max(4_000)).max(100).optional(),
  env: z
    .array(z.string().regex(/^[A-Za-z_]\w*$/, "the name of an environment variable"))
    .max(100)
    .optional()
    .describe("Names of environment variables that it gets besides HOME, PATH and the like."),
});

export const mcpSchema = z.strictObject({
  commands: z
    .boolean()
    .optional()
    .describe("Whether servers may be programs that the gateway starts; false by default."),
  servers: z
    .record(
      z.string().regex(/^[a-z0-9][a-z0-9_-]{0,31}$/, "a name of up to 32 lower-case letters, digits, - and _"),
      z.union([httpServer, commandServer]),
    )
    .optional()
    .describe("Servers by the names that pages and clients use."),
  connect: z
    .strictObject({
      hosts: z
        .array(
          z
            .string()
            .regex(/^[a-z0-9.:*[\]-]{1,255}$/, "a host in lower case, with its port unless it is the usual one"),
        )
        .min(1)
        .max(200)
        .describe("Hosts such as `mcp.example.com`; `*` stands for any characters."),
      internal: z
        .boolean()
        .optional()
        .describe("Whether they may be in your own network, and use http://; false by default."),
    })
    .optional()
    .describe("Lets keys connect servers that the config file does not name, by their URL. Off when absent."),
  clientDocument: z
    .boolean()
    .optional()
    .describe(
      "Whether authorization servers may read at an https `publicUrl` who the gateway is, instead of registering it; true by default. Set it to false where they cannot reach that address.",
    ),
});

type Shared = { id: string; description: string | null; tools: readonly string[] | undefined; timeoutMs: number };
export type McpHttpServer = Shared & {
  kind: "http";
  url: string;
  headers: Record<string, string>;
  isInternal: boolean;
  /** True for a server that a key connects by its URL, which is its id. */
  isByUrl: boolean;
};
export type McpCommandServer = Shared & {
  kind: "command";
  command: string;
  args: string[];
  variables: Record<string, string>;
};
export type McpServerSettings = McpHttpServer | McpCommandServer;

/** Rules for servers that keys connect by their URL; they may not without any. */
export type McpConnectRules = { hosts: readonly string[]; isInternal: boolean };

export type McpSettings = {
  /** MCP servers whose tools may be called through the gateway. */
  mcpServers: McpServerSettings[];
  mcpConnect: McpConnectRules | undefined;
  /** False where authorization servers cannot read the gateway's client ID metadata document. */
  mcpClientDocument: boolean;
};

/** @throws SettingsError for a command that the file does not allow, or a variable that is not set */
export function readMcp(file: z.infer<typeof mcpSchema> = {}, environment: Environment): McpSettings {
  const { connect, clientDocument = true } = file;
  return {
    mcpServers: readMcpServers(file, environment),
    mcpConnect: connect && { hosts: connect.hosts, isInternal: connect.internal ?? false },
    mcpClientDocument: clientDocument,
  };
}

function readMcpServers(
  { commands = false, servers = {} }: z.infer<typeof mcpSchema>,
  environment: Environment,
): McpServerSettings[] {
  const entries = Object.entries(servers);
  if (entries.length > MOST_SERVERS)
    throw new SettingsError({ field: "mcp.servers", expected: `at most ${MOST_SERVERS} servers` });
  return entries.map(([id, entry]) => {
    const { description = null, tools, timeoutMs = DEFAULT_TIMEOUT_MS } = entry;
    const fields = { id, description, tools, timeoutMs };
    if ("url" in entry) {
      return {
        ...fields,
        kind: "http",
        url: entry.url,
        headers: entry.headers ?? {},
        isInternal: entry.internal ?? false,
        isByUrl: false,
      };
    }
    if (!commands) {
      throw new SettingsError({
        field: `mcp.servers.${id}.command`,
        expected: "`mcp.commands` to be true, which lets the gateway start programs",
      });
    }
    const variables = Object.fromEntries((entry.env ?? []).map((name) => [name, readRequired(environment, name, id)]));
    return { ...fields, kind: "command", command: entry.command, args: entry.args ?? [], variables };
  });
}

/** Returns the credentials of the servers, for redaction. */
export function listMcpSecrets(servers: readonly McpServerSettings[]): string[] {
  return servers.flatMap((server) =>
    server.kind === "http"
      ? [...findSecretsInHeaders(server.headers), ...findSecretsInUrl(server.url)]
      : Object.values(server.variables).filter(({ length }) => length >= SHORTEST_SECRET),
  );
}

function readRequired(environment: Environment, name: string, id: string): string {
  const value = readVariable(environment, name);
  if (value !== undefined) return value;
  throw new SettingsError({
    field: `mcp.servers.${id}.env`,
    value: name,
    expected: "the name of a variable that is set",
  });
}
