/** McpSignIns: sign-ins of keys and people to MCP servers (MCP, Authorization): begun, ended in a browser, removed. */
import { randomBytes } from "node:crypto";
import type { McpConnectRules, McpHttpServer, McpServerSettings } from "#lib/config/mcp-settings.ts";
import type { McpSignIn } from "#lib/contract/mcp.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { McpCredentials } from "#lib/mcp/authorized-fetch.ts";
import type { McpGrant, OAuthClient } from "#lib/mcp/oauth/grant.ts";
import { hashSecret } from "#lib/store/hash-secret.ts";
import type { McpSignInOwner, McpSignInStore } from "#lib/store/mcp-sign-ins/mcp-sign-in-record.ts";
import type { Sealer } from "#lib/store/sealer.ts";
import { McpTokens } from "./mcp-tokens.ts";
import { createSealedSignIns, type SealedSignIns } from "./sealed-sign-ins.ts";

/** Time in which a person may sign in, as the cookie and the store have it. */
export const SIGN_IN_MS = 10 * 60_000;

export type SignInEnd =
  | { status: "signed_in"; server: McpHttpServer; ownerId: string }
  | { status: "cancelled" | "expired" }
  | { status: "failed"; message: string };

type Begin = {
  ownerId: string;
  redirectUri: string;
  /** Address of the document that describes the gateway; absent without a public one. */
  documentUrl: string | undefined;
  /** Secret in the cookie of the browser that began. */
  browser: string;
};

type Options = {
  store: McpSignInStore;
  sealer: Sealer;
  /** Unix milliseconds by the database's clock. */
  now: () => number;
  readRules: () => McpConnectRules | undefined;
  /** @throws GatewayError for a server that the config does not allow any more */
  findServer: (id: string) => McpServerSettings;
};

export class McpSignIns {
  private readonly options: Options;
  private readonly sealed: SealedSignIns;
  private readonly tokens: McpTokens;

  constructor(options: Options) {
    this.options = options;
    this.sealed = createSealedSignIns(options.sealer);
    this.tokens = new McpTokens({ ...options, sealed: this.sealed });
  }

  /** Returns undefined for a server to which nobody signs in. */
  credentialsFor({ server, keyId }: { server: McpServerSettings; keyId: string }): McpCredentials | undefined {
    return server.kind === "http" && takesSignIns(server) ? this.tokens.credentialsFor(server, keyId) : undefined;
  }

  /** Finds the authorization server, and registers there unless it reads the gateway's document. @returns the address that the browser opens */
  async begin(
    server: McpServerSettings,
    { ownerId, redirectUri, documentUrl, browser }: Begin,
  ): Promise<{ url: URL; until: number }> {
    requireSignIns(server);
    const { store, now } = this.options;
    const of = { ownerId, serverId: server.id };
    const state = randomBytes(32).toString("base64url");
    const found = await this.withServer(server, async (oauth) => {
      const { discover } = await import("#lib/mcp/oauth/discover.ts");
      const { authorize, identify } = await import("#lib/mcp/oauth/tokens.ts");
      const grant = this.sealed.openGrant(await store.find(of), server.url);
      const discovery = await discover(server, oauth);
      const scope = joinScopes([discovery.scope, grant?.scope, grant?.wantedScope]);
      const wanted = { ...discovery, scope };
      const isSame = grant?.redirectUri === redirectUri && grant.metadata.issuer === discovery.metadata.issuer;
      // A registration may be for the scope that it named.
      const client =
        grant && isSame && grant.wantedScope === undefined && isValid(grant.client, now())
          ? grant.client
          : await identify(wanted, { redirectUri, documentUrl, server: server.id, oauth });
      return { ...wanted, client, ...(await authorize(wanted, { client, redirectUri, state })) };
    });
    const { url, metadata, client, resource, scope, codeVerifier } = found;
    const until = now() + SIGN_IN_MS;
    const sealedPending = this.sealed.sealPending(of, {
      ...{ url: server.url, metadata, client, redirectUri, resource, codeVerifier, browser: hashSecret(browser) },
      ...(scope === undefined ? {} : { scope }),
    });
    await store.begin(of, { stateHash: hashSecret(state), sealedPending, pendingUntil: until });
    return { url, until };
  }

  /** Ends a sign-in by what the authorization server sent with the browser. Each `state` counts once. */
  async complete(answer: URLSearchParams, browser: string | undefined): Promise<SignInEnd> {
    const { store, findServer, now } = this.options;
    const record = await store.take(hashSecret(answer.get("state") ?? ""));
    if (!record) return { status: "expired" };
    try {
      const server = findServer(record.serverId);
      requireSignIns(server);
      const pending = this.sealed.openPending(record, server.url);
      if (!pending || browser === undefined || pending.browser !== hashSecret(browser)) return { status: "expired" };
      requireIssuer(server, answer.get("iss"), pending.metadata);
      const error = answer.get("error");
      if (error === "access_denied") return { status: "cancelled" };
      const code = answer.get("code");
      if (error !== null || code === null) throw refusedError(server, pending.metadata.issuer, error ?? "no code");
      const grant = await this.withServer(server, async (oauth) => {
        const { exchangeCode, GrantRefused } = await import("#lib/mcp/oauth/tokens.ts");
        return exchangeCode(pending, { code, server: server.id, oauth, now: now() }).catch((failure) => {
          if (!(failure instanceof GrantRefused)) throw failure;
          throw refusedError(server, pending.metadata.issuer, failure.message);
        });
      });
      if (await store.grant(record, this.sealed.sealGrant(record, grant)))
        return { status: "signed_in", server, ownerId: record.ownerId };
      await this.revoke(server, grant);
      return { status: "expired" };
    } catch (error) {
      if (GatewayError.isInstance(error)) return { status: "failed", message: error.message };
      throw error;
    }
  }

  async describe(server: McpServerSettings, ownerId: string): Promise<McpSignIn> {
    const record = await this.options.store.find({ ownerId, serverId: server.id });
    const grant = server.kind === "http" ? this.sealed.openGrant(record, server.url) : undefined;
    const isUnderWay = record?.pendingUntil != null && record.pendingUntil > this.options.now();
    return {
      ...{ object: "mcp_sign_in", server: server.id },
      status: isUnderWay ? "pending" : grant ? "signed_in" : "signed_out",
      scope: grant?.scope ?? null,
    };
  }

  /** Removes the tokens, and revokes them where the authorization server offers it. */
  async signOut(server: McpServerSettings, ownerId: string): Promise<{ revoked: boolean }> {
    const { store } = this.options;
    const of: McpSignInOwner = { ownerId, serverId: server.id };
    const grant = server.kind === "http" ? this.sealed.openGrant(await store.find(of), server.url) : undefined;
    await store.remove(of);
    return { revoked: server.kind === "http" && grant !== undefined && (await this.revoke(server, grant)) };
  }

  private async revoke(server: McpHttpServer, grant: McpGrant): Promise<boolean> {
    const { revokeGrant } = await import("#lib/mcp/oauth/tokens.ts");
    return this.withServer(server, (oauth) => revokeGrant(grant, { server: server.id, oauth }));
  }

  /** Loads the SDK with the first sign-in. */
  private async withServer<Result>(
    server: McpHttpServer,
    run: (oauth: import("#lib/mcp/oauth/oauth-fetch.ts").OAuthFetch) => Promise<Result>,
  ): Promise<Result> {
    const { createOAuthFetch } = await import("#lib/mcp/oauth/oauth-fetch.ts");
    const oauth = createOAuthFetch(server, this.options.readRules());
    try {
      return await run(oauth);
    } finally {
      await oauth.close();
    }
  }
}

/** People may sign in to a server for which the config file has no credential. */
function takesSignIns({ headers }: McpHttpServer): boolean {
  return !Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
}

/** @throws GatewayError 400 */
function requireSignIns(server: McpServerSettings): asserts server is McpHttpServer {
  if (server.kind !== "http") throw errors.mcpSignInNotOffered({ server: server.id, reason: "it is a command" });
  if (!takesSignIns(server))
    throw errors.mcpSignInNotOffered({ server: server.id, reason: "the config file has a credential for it" });
}

/** Refuses the answer of another authorization server than the one that was asked (RFC 9207). */
function requireIssuer(
  { id: server }: McpHttpServer,
  issuer: string | null,
  { issuer: expected, authorization_response_iss_parameter_supported: isRequired }: McpGrant["metadata"],
): void {
  if (issuer === expected || (issuer === null && !isRequired)) return;
  const reason = "the answer came from another authorization server";
  throw errors.mcpSignInFailed({ server, host: new URL(expected).host, reason });
}

/** @param code error code of the authorization server, whose other text is not repeated */
function refusedError({ id: server }: McpHttpServer, issuer: string, code: string): GatewayError {
  const shown = /^[\w .-]{1,60}$/.test(code) ? code : "unknown error";
  const reason = `it refused the sign-in (${shown})`;
  return errors.mcpSignInFailed({ server, host: new URL(issuer).host, reason });
}

function isValid({ client_secret_expires_at: expiresAt = 0 }: OAuthClient, now: number): boolean {
  return expiresAt === 0 || expiresAt * 1_000 > now + SIGN_IN_MS;
}

function joinScopes(scopes: readonly (string | undefined)[]): string | undefined {
  const all = new Set(scopes.flatMap((scope) => scope?.split(" ") ?? []).filter(Boolean));
  return all.size > 0 ? [...all].join(" ") : undefined;
}
