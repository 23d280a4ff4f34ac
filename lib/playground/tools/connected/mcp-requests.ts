/** Requests of the pages to MCP servers, which go through the gateway. */
import type {
  McpList,
  McpPrompt,
  McpPromptResult,
  McpResource,
  McpResourceResult,
  McpResourceTemplate,
  McpServerList,
  McpTool,
  McpToolResult,
} from "#lib/contract/mcp.ts";
import { callJson } from "#lib/playground/gateway/call-json.ts";

/** Items of each list of a server. */
export type Listed = {
  tools: McpTool;
  resources: McpResource;
  "resource-templates": McpResourceTemplate;
  prompts: McpPrompt;
};

const SERVERS = "/api/mcp/servers";
const pathOf = (server: string) => `${SERVERS}/${encodeURIComponent(server)}`;

/** @throws RequestFailed, as do all here */
export function listServers(signal: AbortSignal): Promise<McpServerList> {
  return callJson("GET", SERVERS, { signal });
}

export function listMcp<Kind extends keyof Listed>(
  server: string,
  kind: Kind,
  signal: AbortSignal,
): Promise<McpList<Listed[Kind]>> {
  return callJson("GET", `${pathOf(server)}/${kind}`, { signal });
}

export function callTool(server: string, tool: string, fields: object): Promise<McpToolResult> {
  return callJson("POST", `${pathOf(server)}/tools/call`, { body: { name: tool, arguments: fields } });
}

export function readResource(server: string, uri: string): Promise<McpResourceResult> {
  return callJson("POST", `${pathOf(server)}/resources/read`, { body: { uri } });
}

export function getPrompt(
  server: string,
  { name, values }: { name: string; values: Record<string, string> },
): Promise<McpPromptResult> {
  return callJson("POST", `${pathOf(server)}/prompts/get`, { body: { name, arguments: values } });
}

/** Ends the gateway's session with a server for this person. */
export function endMcpSession(server: string): Promise<unknown> {
  return callJson("DELETE", `${pathOf(server)}/session`);
}
