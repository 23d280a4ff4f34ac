import type { Settings } from "#lib/config/load-settings.ts";
import type { McpServerSettings } from "#lib/config/mcp-settings.ts";
import { decode } from "#lib/gateway/request/google-paths.ts";
import { errors } from "#lib/http/errors.ts";
import { isServerUrl, readServerByUrl } from "#lib/mcp/server-by-url.ts";

/** @throws GatewayError 403 for a URL that the config does not allow, 404 */
export function findServer(
  given: string,
  { mcpConnect, mcpServers }: Pick<Settings, "mcpConnect" | "mcpServers">,
): McpServerSettings {
  const id = decode(given) ?? given;
  if (isServerUrl(id)) return readServerByUrl(id, mcpConnect);
  const server = mcpServers.find((entry) => entry.id === id);
  if (!server) throw errors.mcpServerNotFound({ server: id });
  return server;
}
