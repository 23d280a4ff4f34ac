/** McpGrant: tokens of a sign-in to an MCP server; McpPending: a sign-in under way. Both are stored sealed. */
import { z } from "zod";

/** Registration of the gateway with an authorization server (RFC 7591). */
const clientSchema = z.object({
  client_id: z.string(),
  client_secret: z.string().optional(),
  client_secret_expires_at: z.number().optional(),
  token_endpoint_auth_method: z.string().optional(),
});

/** Metadata of an authorization server that requests need after the sign-in has begun (RFC 8414). */
const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string().optional(),
  revocation_endpoint: z.string().optional(),
  response_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
  client_id_metadata_document_supported: z.boolean().optional(),
});

const party = {
  /** URL of the MCP server: a name in the config file may come to stand for another one. */
  url: z.string(),
  metadata: metadataSchema,
  client: clientSchema,
  redirectUri: z.string(),
  /** Resource indicator of the server (RFC 8707). */
  resource: z.string(),
  scope: z.string().optional(),
};

export const pendingSchema = z.object({ ...party, codeVerifier: z.string(), browser: z.string() });

export const grantSchema = z.object({
  ...party,
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  /** Unix milliseconds; absent when the server does not say. */
  expiresAt: z.number().optional(),
  /** Scope that the server has asked for since. */
  wantedScope: z.string().optional(),
});

export type OAuthClient = z.infer<typeof clientSchema>;
export type OAuthMetadata = z.infer<typeof metadataSchema>;
export type McpPending = z.infer<typeof pendingSchema>;
export type McpGrant = z.infer<typeof grantSchema>;

/** Reads the metadata of an authorization server. @throws ZodError */
export const readMetadata = (value: unknown): OAuthMetadata => metadataSchema.parse(value);
/** Reads the reply to a registration. @throws ZodError */
export const readClient = (value: unknown): OAuthClient => clientSchema.parse(value);
