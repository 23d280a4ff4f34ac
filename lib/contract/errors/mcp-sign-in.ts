/** Errors of sign-ins to MCP servers, by OAuth. */
import { defineErrors } from "./define-errors.ts";
import { quote, sentence } from "./wording.ts";

type Server = { /** Its URL, or its name in the config. */ server: string };

const SAMPLE = { server: "https://mcp.example.com/mcp" };
const BEGIN = "POST /api/mcp/servers/{server_id}/sign-in";

export const mcpSignInErrors = defineErrors({
  mcpSignInRequired: {
    status: 403,
    code: "mcp_sign_in_required",
    message: ({ server }: Server) =>
      `The MCP server ${quote(server)} asks you to sign in. Open the address that ${BEGIN} returns in a browser, and repeat the request.`,
    sample: SAMPLE,
  },
  mcpScopeRequired: {
    status: 403,
    code: "mcp_scope_required",
    message: ({ server, scope }: Server & { scope: string | undefined }) =>
      `The MCP server ${quote(server)} needs a wider scope${scope ? `, ${quote(scope)}` : ""}. Sign in again with ${BEGIN}, which asks for it.`,
    sample: { ...SAMPLE, scope: "files:write" },
  },
  mcpSignInNotOffered: {
    status: 400,
    code: "mcp_sign_in_not_offered",
    message: ({ server, reason }: Server & { reason: string }) =>
      `There is no sign-in to the MCP server ${quote(server)}: ${sentence(reason)}`,
    sample: { ...SAMPLE, reason: "it answers without one" },
  },
  mcpSignInHostNotAllowed: {
    status: 403,
    code: "mcp_sign_in_host_not_allowed",
    message: ({ server, host }: Server & { host: string }) =>
      `The sign-in to the MCP server ${quote(server)} needs the host ${quote(host)}, which the gateway may not reach. Add it to \`mcp.connect.hosts\` of the config file.`,
    sample: { ...SAMPLE, host: "login.example.com" },
  },
  mcpSignInUnsupported: {
    status: 502,
    code: "mcp_sign_in_unsupported",
    message: ({ server, reason }: Server & { reason: string }) =>
      `The gateway cannot sign in to the MCP server ${quote(server)}: ${sentence(reason)} Name the server in the config file, with a credential in its \`headers\`.`,
    sample: { ...SAMPLE, reason: "its authorization server registers no clients" },
  },
  mcpSignInFailed: {
    status: 502,
    code: "mcp_sign_in_failed",
    message: ({ server, host, reason }: Server & { host: string; reason: string }) =>
      `The sign-in to the MCP server ${quote(server)} failed at ${quote(host)}: ${sentence(reason)} Retry later.`,
    sample: { ...SAMPLE, host: "login.example.com", reason: "it could not be reached (ECONNREFUSED)" },
  },
});
