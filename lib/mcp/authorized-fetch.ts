/** Adds the tokens of a sign-in to the requests of a session, and reads refusals that ask for a sign-in. */
import { extractWWWAuthenticateParams } from "@modelcontextprotocol/sdk/client/auth.js";
import type { McpHttpServer } from "#lib/config/mcp-settings.ts";
import { errors } from "#lib/http/errors.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";

/** Tokens of one owner for one server. */
export type McpCredentials = {
  /** Returns the access token, renewed when it is about to expire; undefined without a sign-in. */
  token(): Promise<string | undefined>;
  /** Returns another access token than the one that the server refused; undefined when there is none. */
  renew(refused: string): Promise<string | undefined>;
  /** Stores the scope that the server asks for: the next sign-in asks for it. */
  want(scope: string): Promise<void>;
  /** Lists the secrets that the server may repeat. */
  secrets(): readonly string[];
};

export function createAuthorizedFetch(
  server: McpHttpServer,
  { guarded, credentials }: { guarded: GuardedFetch; credentials: McpCredentials },
): GuardedFetch["fetch"] {
  const { origin } = new URL(server.url);

  return async (address, init = {}) => {
    if (new URL(address).origin !== origin) return guarded.fetch(address, init);
    const send = (token: string | undefined) => {
      const headers = new Headers(init.headers);
      if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
      return guarded.fetch(address, { ...init, headers });
    };
    const token = await credentials.token();
    let response = await send(token);
    if (response.status === 401 && token !== undefined) {
      const renewed = await credentials.renew(token);
      if (renewed !== undefined) {
        await response.body?.cancel();
        response = await send(renewed);
      }
    }
    const challenge = /^bearer\b/i.test(response.headers.get("www-authenticate") ?? "");
    if (response.status === 401 && (server.isByUrl || challenge)) {
      await response.body?.cancel();
      throw errors.mcpSignInRequired({ server: server.id });
    }
    if (response.status === 403 && challenge) {
      const { error, scope } = extractWWWAuthenticateParams(response);
      if (error !== "insufficient_scope") return response;
      await response.body?.cancel();
      if (scope !== undefined) await credentials.want(scope);
      throw errors.mcpScopeRequired({ server: server.id, scope });
    }
    return response;
  };
}
