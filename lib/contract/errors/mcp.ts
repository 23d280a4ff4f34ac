/** Errors of MCP servers, and of calls of their tools. */
import { defineErrors } from "./define-errors.ts";
import { count, quote, sentence } from "./wording.ts";

type Server = { /** Its name in the config. */ server: string };

const SAMPLE = { server: "docs" };
const INVALID = { status: 502, code: "mcp_invalid_response" } as const;

export const mcpErrors = defineErrors({
  mcpServerNotFound: {
    status: 404,
    code: "mcp_server_not_found",
    message: ({ server }: Server) =>
      `The config file has no MCP server ${quote(server)}. GET /api/mcp/servers lists those that it has.`,
    sample: SAMPLE,
  },
  mcpUrlNotAllowed: {
    status: 403,
    code: "mcp_url_not_allowed",
    message: ({ url, rule }: { url: string; rule: string }) =>
      `The gateway does not connect the MCP server ${quote(url)}: ${sentence(rule)}`,
    sample: {
      url: "https://mcp.example.org/mcp",
      rule: "`mcp.connect.hosts` of the config file does not have its host",
    },
  },
  mcpClientDocumentOff: {
    status: 404,
    code: "mcp_client_document_off",
    message:
      "This gateway has no client ID metadata document. It needs an https `publicUrl` in the config file, and `mcp.clientDocument` must not be false.",
  },
  mcpToolNotAllowed: {
    status: 403,
    code: "mcp_tool_not_allowed",
    param: "name",
    message: ({ server, tool }: Server & { tool: string }) =>
      `\`name\` must be a tool that the config file allows of the MCP server ${quote(server)}; got ${quote(tool)}. Add it to \`mcp.servers.${server}.tools\`.`,
    sample: { ...SAMPLE, tool: "delete_page" },
  },
  mcpAddressForbidden: {
    status: 502,
    code: "mcp_address_forbidden",
    message: ({ server, host }: Server & { host: string }) =>
      `The host ${quote(host)} of the MCP server ${quote(server)} has an address that the gateway must not reach. Set \`internal\` to true for a server in your own network.`,
    sample: { ...SAMPLE, host: "127.0.0.1" },
  },
  mcpUnreachable: {
    status: 502,
    code: "mcp_unreachable",
    message: ({ server, reason }: Server & { reason: string | undefined }) =>
      `The MCP server ${quote(server)} could not be reached${reason ? ` (${reason})` : ""}. Check its address or command, and that it is running.`,
    sample: { ...SAMPLE, reason: "ECONNREFUSED" },
  },
  mcpDisconnected: {
    status: 502,
    code: "mcp_disconnected",
    message: ({ server }: Server) =>
      `The MCP server ${quote(server)} closed the connection before it responded. Retry the request; a tool may have run already.`,
    sample: SAMPLE,
  },
  mcpTimeout: {
    status: 504,
    code: "mcp_timeout",
    message: ({ server, ms }: Server & { ms: number }) =>
      `The MCP server ${quote(server)} did not respond within ${ms} ms. Retry or raise its \`timeoutMs\`.`,
    sample: { ...SAMPLE, ms: 30_000 },
  },
  mcpResponseTooLarge: {
    status: 502,
    code: "mcp_response_too_large",
    message: ({ server, limit }: Server & { limit: number }) =>
      `The MCP server ${quote(server)} sent more than ${count(limit)} bytes. Ask the tool for less.`,
    sample: { ...SAMPLE, limit: 4_194_304 },
  },
  mcpInvalidResponse: {
    ...INVALID,
    message: ({ server }: Server) =>
      `The MCP server ${quote(server)} sent something that is no JSON-RPC message of MCP. Check that its address is that of a Streamable HTTP server.`,
    sample: SAMPLE,
  },
  mcpUnauthorized: {
    status: 502,
    code: "mcp_unauthorized",
    message: ({ server, status }: Server & { status: number }) =>
      `The MCP server ${quote(server)} refused the gateway with status ${status}. Check its \`headers\` in the config file, or what your sign-in to it may do.`,
    sample: { ...SAMPLE, status: 401 },
  },
  mcpRefused: {
    status: ({ rpcCode }: Server & { rpcCode: number; reason: string }) => (isClientFault(rpcCode) ? 400 : 502),
    code: "mcp_refused",
    message: ({ server, rpcCode, reason }: Server & { rpcCode: number; reason: string }) =>
      `The MCP server ${quote(server)} refused the request with the JSON-RPC error ${rpcCode}: ${sentence(reason.slice(0, 500))}`,
    sample: { ...SAMPLE, rpcCode: -32_602, reason: "Unknown tool: serch" },
  },
  mcpBusy: {
    status: 503,
    code: "mcp_busy",
    headers: { "retry-after": "2" },
    message: ({ server }: Server) =>
      `The gateway has no room for another request to the MCP server ${quote(server)}. Retry in a few seconds.`,
    sample: SAMPLE,
  },
});

/** JSON-RPC's codes for an unknown method, and for parameters that do not fit, such as an unknown tool. */
function isClientFault(rpcCode: number): boolean {
  return rpcCode === -32_601 || rpcCode === -32_602;
}
