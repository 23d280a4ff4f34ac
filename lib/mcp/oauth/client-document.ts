/** Metadata of the gateway for authorization servers. */

/** Metadata of the gateway as a client (RFC 7591). */
export function describeClient(redirectUri: string) {
  return {
    client_name: "Parlance",
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
}

/** Document whose address is the id of the client (draft-ietf-oauth-client-id-metadata-document). */
export function writeClientDocument({ url, redirectUri }: { url: string; redirectUri: string }) {
  return {
    client_id: url,
    client_uri: new URL("/", url).href,
    ...describeClient(redirectUri),
    // A secret in a public document is none.
    token_endpoint_auth_method: "none",
  };
}
