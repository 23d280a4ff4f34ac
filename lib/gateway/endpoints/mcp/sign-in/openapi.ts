/** OpenAPI operations of sign-ins to MCP servers. */
import { z } from "zod";
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import type { McpSignIn, McpSignInStart } from "#lib/contract/mcp.ts";
import { KEY_ERRORS, READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { json, TAGS } from "#lib/openapi/operation-parts.ts";
import { SERVER } from "../openapi.ts";

const signInSchema = z
  .looseObject({
    object: z.literal("mcp_sign_in"),
    server: z.string(),
    status: z
      .enum(["signed_in", "pending", "signed_out"])
      .describe("`pending` while a sign-in that you began can be completed in the browser."),
    scope: z.string().nullable().describe("Scope of the sign-in, where the server says it."),
  })
  .meta({ id: "McpSignIn" }) satisfies z.ZodType<McpSignIn>;

const startSchema = z
  .looseObject({
    object: z.literal("mcp_sign_in_start"),
    server: z.string(),
    authorization_url: z.string().describe("Address to open in the browser that sent this request."),
    host: z.string().describe("Host of that address."),
    expires_at: z.number().describe("Unix milliseconds, 10 minutes from now."),
  })
  .meta({ id: "McpSignInStart" }) satisfies z.ZodType<McpSignInStart>;

const NAMED: ErrorName[] = ["routeNotAllowed", "mcpServerNotFound", "mcpUrlNotAllowed"];

export const beginSignIn: Operation = {
  id: "beginMcpSignIn",
  tag: TAGS.mcp,
  summary: "Begin a sign-in to a server",
  description:
    "Finds the server's authorization server, registers the gateway there unless it reads the document of `GET /api/mcp/sign-in/client`, and returns the address at which a person signs in (OAuth 2.1 with PKCE). The sign-in ends in the browser that has the cookie of this reply; the tokens are sealed in the database of the gateway, belong to your key, and are never returned. It takes the place of another one that you began with this server.",
  key: "bearer",
  parameters: [SERVER],
  replies: { 200: { description: "The address to open.", content: json(startSchema), headers: ["set-cookie"] } },
  errors: [
    ...KEY_ERRORS,
    ...NAMED,
    "mcpAddressForbidden",
    "mcpResponseTooLarge",
    "mcpSignInNotOffered",
    "mcpSignInHostNotAllowed",
    "mcpSignInUnsupported",
    "mcpSignInFailed",
  ],
};

export const readSignIn: Operation = {
  id: "readMcpSignIn",
  tag: TAGS.mcp,
  summary: "State of your sign-in to a server",
  description: "Whether you are signed in to the server. It does not ask the server.",
  key: "bearer",
  parameters: [SERVER],
  replies: { 200: { description: "The state.", content: json(signInSchema) } },
  errors: [...READ_ERRORS, ...NAMED],
};

export const signOut: Operation = {
  id: "endMcpSignIn",
  tag: TAGS.mcp,
  summary: "Sign out of a server",
  description:
    "Removes your tokens and the registration of the gateway, revokes the tokens where the authorization server offers it (RFC 7009), and ends the session.",
  key: "bearer",
  parameters: [SERVER],
  replies: {
    200: {
      description: "You are signed out.",
      content: json(
        z.looseObject({
          object: z.literal("mcp_sign_in"),
          server: z.string(),
          deleted: z.literal(true),
          revoked: z.boolean().describe("True when the authorization server revoked the tokens."),
        }),
      ),
    },
  },
  errors: [...KEY_ERRORS, ...NAMED],
};

export const describeGateway: Operation = {
  id: "readMcpClientDocument",
  tag: TAGS.mcp,
  summary: "Describe the gateway to authorization servers",
  description:
    "The client ID metadata document of this gateway: its address is the `client_id` that it uses with authorization servers whose metadata has `client_id_metadata_document_supported`. There is one where the config file has an https `publicUrl`.",
  key: "none",
  parameters: [],
  replies: {
    200: {
      description: "The document.",
      content: json(
        z.looseObject({
          client_id: z.string().describe("Address of this document."),
          client_name: z.string(),
          client_uri: z.string(),
          redirect_uris: z.array(z.string()),
          grant_types: z.array(z.string()),
          response_types: z.array(z.string()),
          token_endpoint_auth_method: z.literal("none"),
        }),
      ),
    },
  },
  errors: ["mcpClientDocumentOff"],
};

export const completeSignIn: Operation = {
  id: "completeMcpSignIn",
  tag: TAGS.mcp,
  summary: "Return from an authorization server",
  description:
    "For browsers: the redirect URI of this gateway. It exchanges the code for tokens, and shows a page that says how the sign-in ended: with status 400 for one that was cancelled, used or too old, or that another browser began, and with 502 for one that failed.",
  key: "none",
  parameters: ["code", "state", "iss", "error"].map((name) => ({
    ...{ name, in: "query", schema: z.string() },
    description: "As the authorization server sends it.",
  })),
  replies: { 200: { description: "A page.", content: { "text/html": { schema: z.string() } } } },
  errors: [],
};
