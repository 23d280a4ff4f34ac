/** Requests to an authorization server: registration, authorization, tokens, revocation. */
import {
  exchangeAuthorization,
  refreshAuthorization,
  registerClient,
  selectClientAuthMethod,
  startAuthorization,
} from "@modelcontextprotocol/sdk/client/auth.js";
import { InvalidClientMetadataError, OAuthError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import type { OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { errors } from "#lib/http/errors.ts";
import { describeClient } from "./client-document.ts";
import type { Discovery } from "./discover.ts";
import { type McpGrant, type McpPending, type OAuthClient, type OAuthMetadata, readClient } from "./grant.ts";
import { hostOf, type OAuthFetch, toSignInError } from "./oauth-fetch.ts";

/** Server whose sign-in it is, for errors, with the way to its authorization server. */
export type Party = { server: string; oauth: OAuthFetch };

/** Thrown when the authorization server refuses a code or a refresh token for good. */
export class GrantRefused extends Error {}

/**
 * Returns who the gateway is for the authorization server: the address of its document where the server reads such ones
 * (draft-ietf-oauth-client-id-metadata-document), and a registration otherwise.
 * @param documentUrl absent when the gateway has no public address @throws GatewayError
 */
export async function identify(
  discovery: Discovery,
  { documentUrl, ...to }: Party & { redirectUri: string; documentUrl: string | undefined },
): Promise<OAuthClient> {
  const { client_id_metadata_document_supported: readsDocuments, ...metadata } = discovery.metadata;
  const takesPublicClients = metadata.token_endpoint_auth_methods_supported?.includes("none") ?? true;
  return documentUrl !== undefined && readsDocuments && takesPublicClients
    ? { client_id: documentUrl, token_endpoint_auth_method: "none" }
    : register(discovery, to);
}

/** Registers the gateway (RFC 7591). */
async function register(
  { metadata, scope }: Discovery,
  { redirectUri, server, oauth }: Party & { redirectUri: string },
): Promise<OAuthClient> {
  const { registration_endpoint, token_endpoint_auth_methods_supported: methods = ["none"] } = metadata;
  const refuse = (reason: string) => errors.mcpSignInUnsupported({ server, reason });
  if (registration_endpoint === undefined) throw refuse("its authorization server registers no clients (RFC 7591)");
  const method = ["none", "client_secret_basic", "client_secret_post"].find((known) => methods.includes(known));
  if (method === undefined) throw refuse("its authorization server knows no way for clients to identify themselves");
  const send = (fields: { scope?: string }) =>
    registerClient(metadata.issuer, {
      metadata,
      clientMetadata: {
        ...describeClient(redirectUri),
        token_endpoint_auth_method: method,
      },
      ...fields,
      fetchFn: oauth.fetch,
    });
  try {
    const registered = await send(scope === undefined ? {} : { scope }).catch((error) => {
      // Some know the scopes of resources only when these are asked for.
      if (scope === undefined || !(error instanceof InvalidClientMetadataError)) throw error;
      return send({});
    });
    return readClient(registered);
  } catch (error) {
    if (isRefusal(error)) throw refuse(`its authorization server refused to register the gateway (${codeOf(error)})`);
    throw toSignInError(error, { server, address: registration_endpoint, expected: "a registration" });
  }
}

/** Creates the address that a browser opens, and the secret that proves who began (RFC 7636). */
export async function authorize(
  { metadata, resource, scope }: Discovery,
  { client, redirectUri, state }: { client: OAuthClient; redirectUri: string; state: string },
): Promise<{ url: URL; codeVerifier: string }> {
  const { authorizationUrl, codeVerifier } = await startAuthorization(metadata.issuer, {
    ...{ metadata, clientInformation: client, redirectUrl: redirectUri, state, resource },
    ...(scope === undefined ? {} : { scope }),
  });
  return { url: authorizationUrl, codeVerifier };
}

/** @throws GrantRefused, GatewayError for a server that cannot be used */
export async function exchangeCode(
  { codeVerifier, browser: _, ...party }: McpPending,
  { code, now, ...to }: Party & { code: string; now: number },
): Promise<McpGrant> {
  const { metadata, client, redirectUri, resource } = party;
  const tokens = await readTokens(metadata, to, () =>
    exchangeAuthorization(metadata.issuer, {
      ...{ metadata, clientInformation: client, redirectUri, resource, codeVerifier },
      ...{ authorizationCode: code, fetchFn: to.oauth.fetch },
    }),
  );
  return toGrant(party, tokens, now);
}

/** Renews the tokens. @throws GrantRefused, GatewayError for a server that cannot be used */
export async function renewGrant(grant: McpGrant, { now, ...to }: Party & { now: number }): Promise<McpGrant> {
  const { metadata, client, refreshToken = "", resource } = grant;
  const tokens = await readTokens(metadata, to, () =>
    refreshAuthorization(metadata.issuer, {
      ...{ metadata, clientInformation: client, refreshToken, resource, fetchFn: to.oauth.fetch },
    }),
  );
  return { ...toGrant(grant, tokens, now), wantedScope: grant.wantedScope };
}

/** Revokes the tokens (RFC 7009). @returns false when the server offers no revocation, or did not answer */
export async function revokeGrant(grant: McpGrant, { oauth }: Party): Promise<boolean> {
  const { metadata, client, accessToken, refreshToken } = grant;
  const { revocation_endpoint, token_endpoint_auth_methods_supported: methods = [] } = metadata;
  if (revocation_endpoint === undefined) return false;
  const { client_id, client_secret = "" } = client;
  const method = selectClientAuthMethod(client, methods);
  const send = (token: string, hint: string) =>
    oauth.fetch(revocation_endpoint, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...(method === "client_secret_basic"
          ? { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` }
          : {}),
      },
      body: new URLSearchParams({
        ...{ token, token_type_hint: hint },
        ...(method === "client_secret_basic" ? {} : { client_id }),
        ...(method === "client_secret_post" ? { client_secret } : {}),
      }),
    });
  // The refresh token first: with it, most servers revoke its access tokens.
  const tokens = [...(refreshToken ? [[refreshToken, "refresh_token"]] : []), [accessToken, "access_token"]];
  let isRevoked = true;
  for (const [token = "", hint = ""] of tokens) {
    const response = await send(token, hint).catch(() => undefined);
    await response?.body?.cancel();
    if (!response?.ok) isRevoked = false;
  }
  return isRevoked;
}

async function readTokens(
  { token_endpoint: address }: OAuthMetadata,
  { server }: Party,
  read: () => Promise<OAuthTokens>,
): Promise<OAuthTokens> {
  try {
    const tokens = await read();
    if (tokens.token_type.toLowerCase() === "bearer") return tokens;
    const reason = "it issued tokens of a kind that MCP does not use";
    throw errors.mcpSignInFailed({ server, host: hostOf(address), reason });
  } catch (error) {
    if (isRefusal(error)) throw new GrantRefused(codeOf(error));
    throw toSignInError(error, { server, address, expected: "tokens" });
  }
}

function toGrant(
  { url, metadata, client, redirectUri, resource, scope }: Omit<McpGrant, "accessToken">,
  tokens: OAuthTokens,
  now: number,
): McpGrant {
  const { access_token, refresh_token, expires_in, scope: granted = scope } = tokens;
  return {
    ...{ url, metadata, client, redirectUri, resource, accessToken: access_token },
    ...(granted === undefined ? {} : { scope: granted }),
    ...(refresh_token === undefined ? {} : { refreshToken: refresh_token }),
    ...(expires_in === undefined ? {} : { expiresAt: now + expires_in * 1_000 }),
  };
}

/** Codes of errors that pass. */
const PASSING: readonly string[] = ["server_error", "temporarily_unavailable", "too_many_requests"];

/** Returns true for an error of OAuth that repeating the request does not mend. */
function isRefusal(error: unknown): error is OAuthError {
  return error instanceof OAuthError && !PASSING.includes(error.errorCode);
}

/** Its code alone: the description is the server's text, and may repeat a token. */
function codeOf(error: OAuthError): string {
  return error.errorCode;
}
