/** Sign-ins to MCP servers: the gateway has the tokens, the page only the address to open. */
import type { McpSignIn, McpSignInStart } from "#lib/contract/mcp.ts";
import { callJson } from "#lib/playground/gateway/call-json.ts";
import { RequestFailed } from "#lib/playground/gateway/gateway-request.ts";

const pathOf = (server: string) => `/api/mcp/servers/${encodeURIComponent(server)}/sign-in`;

/** @throws RequestFailed, as do all here */
export function beginMcpSignIn(server: string): Promise<McpSignInStart> {
  return callJson("POST", pathOf(server));
}

export function readMcpSignIn(server: string, signal: AbortSignal): Promise<McpSignIn> {
  return callJson("GET", pathOf(server), { signal });
}

export function signOutOfMcp(server: string): Promise<unknown> {
  return callJson("DELETE", pathOf(server));
}

/** Returns true for an error that a sign-in mends. */
export function asksForSignIn(error: unknown): boolean {
  return error instanceof RequestFailed && /^mcp_(?:sign_in|scope)_required$/.test(error.failure.code ?? "");
}

/** Returns the host of a server that was connected by its URL, and the name of another one. */
export function nameOfServer(server: string): string {
  return URL.canParse(server) ? new URL(server).host : server;
}
