/** Requests of a sign-in: to the MCP server for its metadata, and to its authorization server. */
import type { McpConnectRules, McpHttpServer } from "#lib/config/mcp-settings.ts";
import { matchesWildcard } from "#lib/contract/wildcard.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { createGuardedFetch, type GuardedFetch } from "../guarded-fetch.ts";
import { findOwnError, findSystemCode } from "../to-mcp-error.ts";

/** Time for one request of a sign-in, in milliseconds. */
const TIMEOUT_MS = 10_000;

export type OAuthFetch = GuardedFetch & {
  /** @throws GatewayError for an address that no part of a sign-in may have */
  require(address: string | URL): void;
};

/** Every address passes the guard and the list of hosts; the server's own host is always one of them. */
export function createOAuthFetch(server: McpHttpServer, rules: McpConnectRules | undefined): OAuthFetch {
  const { id, url, isInternal } = server;
  const guarded = createGuardedFetch({ id, isInternal, timeoutMs: TIMEOUT_MS }, { isPlain: true });

  function require(address: string | URL): void {
    const { host, protocol, username, password } = new URL(address);
    if (protocol !== "https:" && !(protocol === "http:" && isInternal))
      throw errors.mcpSignInUnsupported({ server: id, reason: `its address on ${host} must start with https://` });
    if (username !== "" || password !== "")
      throw errors.mcpSignInUnsupported({ server: id, reason: `its address on ${host} has a user name or password` });
    const isAllowed = host === new URL(url).host || rules?.hosts.some((pattern) => matchesWildcard(pattern, host));
    if (!isAllowed) throw errors.mcpSignInHostNotAllowed({ server: id, host });
  }

  return {
    require,
    close: guarded.close,
    async fetch(address, init) {
      require(address);
      try {
        return await guarded.fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      } catch (error) {
        // The SDK takes a TypeError for a rule of browsers, and would try other addresses.
        throw findOwnError(error) ?? describeFailure(id, new URL(address), error);
      }
    },
  };
}

function describeFailure(server: string, { host }: URL, error: unknown): GatewayError {
  const isLate = error instanceof Error && error.name === "TimeoutError";
  const code = isLate ? "it did not respond in time" : findSystemCode(error);
  const reason = `it could not be reached${code ? ` (${code})` : ""}`;
  return errors.mcpSignInFailed({ server, host, reason, cause: error });
}

/** Returns the host of an address, for errors. */
export const hostOf = (address: string | URL): string => new URL(address).host;

/** Returns the error for what an authorization server sent in place of what was expected. */
export function toSignInError(
  thrown: unknown,
  { server, address, expected }: { server: string; address: string | URL; expected: string },
): GatewayError {
  if (GatewayError.isInstance(thrown)) return thrown;
  // Without the cause, which may repeat a body with tokens.
  return errors.mcpSignInFailed({ server, host: hostOf(address), reason: `it did not send ${expected}` });
}
