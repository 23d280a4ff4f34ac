/** Requests of the pages to MCP servers, which go through the gateway. */
import type {
  McpList,
  McpPrompt,
  McpPromptResult,
  McpResource,
  McpResourceResult,
  McpTool,
} from "#lib/contract/mcp.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";

/** Items of each list of a server. */
type Listed = { tools: McpTool; resources: McpResource; prompts: McpPrompt };

/** @throws RequestFailed for any status but a success */
export async function readMcp<Body>(path: string, init: RequestInit): Promise<Body> {
  return (await requireGood(await callGateway(`/api/mcp${path}`, init))).json();
}

export function listMcp<Kind extends keyof Listed>(
  server: string,
  kind: Kind,
  signal: AbortSignal,
): Promise<McpList<Listed[Kind]>> {
  return readMcp(`/servers/${encodeURIComponent(server)}/${kind}`, { signal });
}

export function readResource(server: string, uri: string): Promise<McpResourceResult> {
  return postMcp(`/servers/${encodeURIComponent(server)}/resources/read`, { uri });
}

export function getPrompt(
  server: string,
  { name, values }: { name: string; values: Record<string, string> },
): Promise<McpPromptResult> {
  return postMcp(`/servers/${encodeURIComponent(server)}/prompts/get`, { name, arguments: values });
}

export function postMcp<Body>(path: string, body: object): Promise<Body> {
  return readMcp(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Ends the gateway's session with a server for this person. */
export async function endMcpSession(server: string): Promise<void> {
  await readMcp(`/servers/${encodeURIComponent(server)}/session`, { method: "DELETE" });
}
