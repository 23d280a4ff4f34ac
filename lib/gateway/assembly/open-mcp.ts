/** Opens the sessions with MCP servers, and the sign-ins that they use. */
import type { Settings } from "#lib/config/load-settings.ts";
import { McpServers } from "#lib/mcp/mcp-servers.ts";
import type { Sealer } from "#lib/store/sealer.ts";
import type { Store } from "#lib/store/store.ts";
import { findServer } from "../endpoints/mcp/find-server.ts";
import { McpSignIns } from "../endpoints/mcp/sign-in/mcp-sign-ins.ts";

/** @param version of the gateway, which servers are told */
export function openMcp({
  settings,
  store,
  sealer,
  version,
}: {
  settings: Settings;
  store: Store;
  sealer: Sealer;
  version: string;
}): { mcp: McpServers; mcpSignIns: McpSignIns } {
  const mcpSignIns = new McpSignIns({
    ...{ store: store.mcpSignIns, sealer, now: store.now },
    readRules: () => settings.mcpConnect,
    findServer: (id) => findServer(id, settings),
  });
  return { mcp: new McpServers(version, (of) => mcpSignIns.credentialsFor(of)), mcpSignIns };
}
