/** The gateway's errors for what goes wrong with an MCP server. */
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import type { McpServerSettings } from "#lib/config/mcp-settings.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";

/** The SDK writes it before the server's own words. */
const PREFIX = /^MCP error -?\d+: /;

export function toMcpError(thrown: unknown, settings: McpServerSettings): GatewayError {
  const { id: server, timeoutMs } = settings;
  const own = findOwnError(thrown);
  if (own) return own;
  if (thrown instanceof McpError) {
    if (thrown.code === ErrorCode.RequestTimeout) return errors.mcpTimeout({ server, ms: timeoutMs, cause: thrown });
    if (thrown.code === ErrorCode.ConnectionClosed) return errors.mcpDisconnected({ server, cause: thrown });
    return errors.mcpRefused({ server, rpcCode: thrown.code, reason: thrown.message.replace(PREFIX, "") });
  }
  if (thrown instanceof UnauthorizedError) return errors.mcpUnauthorized({ server, status: 401 });
  if (thrown instanceof StreamableHTTPError) {
    const { code = -1 } = thrown;
    if (code === 401 || code === 403) return errors.mcpUnauthorized({ server, status: code });
    if (code < 400) return errors.mcpInvalidResponse({ server, cause: thrown });
    return errors.mcpUnreachable({ server, reason: `HTTP ${code}`, cause: thrown });
  }
  if (isWrongMessage(thrown)) return errors.mcpInvalidResponse({ server, cause: thrown });
  return errors.mcpUnreachable({ server, reason: findSystemCode(thrown), cause: thrown });
}

/** Returns true for text that is not JSON, and for JSON that is no message of MCP. */
export function isWrongMessage(thrown: unknown): boolean {
  return thrown instanceof SyntaxError || (thrown instanceof Error && /^\$?ZodError$/.test(thrown.name));
}

/** Returns true when the server no longer knows the session (MCP, Streamable HTTP, Session management). */
export function isLostSession(thrown: unknown): boolean {
  return thrown instanceof StreamableHTTPError && thrown.code === 404;
}

export function findOwnError(thrown: unknown): GatewayError | undefined {
  for (let error = thrown; error !== undefined && error !== null; error = (error as Error).cause) {
    if (GatewayError.isInstance(error)) return error;
  }
  return undefined;
}

export function findSystemCode(thrown: unknown): string | undefined {
  for (let error = thrown; error !== undefined && error !== null; error = (error as Error).cause) {
    const { code } = error as { code?: unknown };
    if (typeof code === "string") return code;
  }
  return undefined;
}
