/** Discovery of a server's authorization server: RFC 9728, then RFC 8414 or OpenID Connect Discovery. */
import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
} from "@modelcontextprotocol/sdk/client/auth.js";
import { checkResourceAllowed } from "@modelcontextprotocol/sdk/shared/auth-utils.js";
import { LATEST_PROTOCOL_VERSION } from "@modelcontextprotocol/sdk/types.js";
import type { McpHttpServer } from "#lib/config/mcp-settings.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { type OAuthMetadata, readMetadata } from "./grant.ts";
import { type OAuthFetch, toSignInError } from "./oauth-fetch.ts";

export type Discovery = { metadata: OAuthMetadata; resource: string; scope: string | undefined };
type Challenge = { resourceMetadataUrl?: URL | undefined; scope?: string | undefined };

/** @throws GatewayError that says what the server or its authorization server lacks */
export async function discover(server: McpHttpServer, oauth: OAuthFetch): Promise<Discovery> {
  const { id, url } = server;
  const challenge = await readChallenge(server, oauth);
  const resource = await readResource(server, challenge, oauth);
  const address = resource?.authorization_servers?.[0] ?? new URL("/", url).href;
  const found = await discoverAuthorizationServerMetadata(address, { fetchFn: oauth.fetch }).catch((error) => {
    throw toSignInError(error, { server: id, address, expected: "metadata of an authorization server" });
  });
  if (!found) throw errors.mcpSignInUnsupported({ server: id, reason: `${address} has no metadata (RFC 8414)` });
  const metadata = readMetadata(found);
  requireUsable(server, { metadata, address, oauth });
  const scopes = new Set((challenge.scope ?? resource?.scopes_supported?.join(" ") ?? "").split(" ").filter(Boolean));
  // Without it, servers of OpenID Connect issue no refresh token.
  if (scopes.size > 0 && found.scopes_supported?.includes("offline_access")) scopes.add("offline_access");
  return {
    metadata,
    resource: resource?.resource ?? url,
    scope: scopes.size > 0 ? [...scopes].join(" ") : undefined,
  };
}

/** Asks the server without a credential, as the specification wants it: its refusal names its metadata. */
async function readChallenge({ id, url }: McpHttpServer, oauth: OAuthFetch): Promise<Challenge> {
  const response = await oauth.fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 0, method: "initialize" },
      params: {
        protocolVersion: LATEST_PROTOCOL_VERSION,
        capabilities: {},
        clientInfo: { name: "parlance", version: "0" },
      },
    }),
  });
  await response.body?.cancel();
  if (response.ok) throw errors.mcpSignInNotOffered({ server: id, reason: "it answers without one" });
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
  return { resourceMetadataUrl, scope };
}

async function readResource({ id, url }: McpHttpServer, { resourceMetadataUrl }: Challenge, oauth: OAuthFetch) {
  const options = resourceMetadataUrl ? { resourceMetadataUrl } : {};
  const found = await discoverOAuthProtectedResourceMetadata(url, options, oauth.fetch).catch((error) => {
    // A server from before RFC 9728 is its own authorization server; one that names its metadata must have them.
    if (!resourceMetadataUrl && !GatewayError.isInstance(error)) return undefined;
    throw toSignInError(error, {
      server: id,
      address: resourceMetadataUrl ?? url,
      expected: "its metadata (RFC 9728)",
    });
  });
  if (found && !checkResourceAllowed({ requestedResource: url, configuredResource: found.resource }))
    throw errors.mcpSignInUnsupported({ server: id, reason: "its metadata is that of another resource" });
  return found;
}

function requireUsable(
  { id: server }: McpHttpServer,
  { metadata, address, oauth }: { metadata: OAuthMetadata; address: string; oauth: OAuthFetch },
): void {
  const refuse = (reason: string) => errors.mcpSignInUnsupported({ server, reason });
  // RFC 8414 §3.3: an authorization server speaks for itself only.
  if (withoutSlash(metadata.issuer) !== withoutSlash(address))
    throw refuse(`the metadata of ${address} name another issuer`);
  if (!metadata.response_types_supported.includes("code")) throw refuse("its authorization server issues no codes");
  if (!metadata.code_challenge_methods_supported?.includes("S256"))
    throw refuse("its authorization server does not support PKCE with S256");
  const { authorization_endpoint, token_endpoint, registration_endpoint, revocation_endpoint } = metadata;
  for (const endpoint of [authorization_endpoint, token_endpoint, registration_endpoint, revocation_endpoint])
    if (endpoint !== undefined) oauth.require(endpoint);
}

function withoutSlash(address: string): string {
  return (URL.canParse(address) ? new URL(address).href : address).replace(/\/$/, "");
}
