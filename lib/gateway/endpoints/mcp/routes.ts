/** `/api/mcp`: tools, resources and prompts of the MCP servers in the config file, and of those that it allows by URL. */
import type { z } from "zod";
import type { McpServerSettings } from "#lib/config/mcp-settings.ts";
import type { McpServer, McpServerList, McpToolResult } from "#lib/contract/mcp.ts";
import { matchesWildcard } from "#lib/contract/wildcard.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";
import { MCP_LIMITS } from "#lib/mcp/limits.ts";
import type { McpExchange } from "#lib/mcp/mcp-servers.ts";
import type { SendRequest } from "#lib/mcp/session.ts";
import { createRedactor } from "#lib/upstreams/redactor.ts";
import { findServer } from "./find-server.ts";
import * as operations from "./openapi.ts";
import {
  callToolSchema,
  getPromptSchema,
  listResults,
  promptResult,
  readResourceSchema,
  resourceResult,
  toolResult,
} from "./schema.ts";
import { type McpSignInServices, mcpSignInEndpoints } from "./sign-in/routes.ts";

export type McpServices = McpSignInServices;

type Context = RequestContext<McpServices>;

const LARGEST_BODY = 1024 * 1024;

function listServers({ services }: Context): EndpointResponse {
  const data = services.settings.mcpServers.map(
    ({ id, description, kind }): McpServer => ({
      object: "mcp_server",
      ...{ id, description, transport: kind === "http" ? "http" : "stdio" },
    }),
  );
  const { mcpConnect } = services.settings;
  const connect: McpServerList["connect"] = mcpConnect
    ? { hosts: [...mcpConnect.hosts], internal: mcpConnect.isInternal }
    : null;
  return createJsonResponse({ object: "list", data, connect } satisfies McpServerList);
}

async function listTools(context: Context): Promise<EndpointResponse> {
  const server = readServer(context);
  const list = await exchange(context, server, (send) =>
    readPages(
      (params) => send({ method: "tools/list", params }, listResults.tools),
      ({ tools }) => tools,
    ),
  );
  const { data, has_more } = list.result;
  return respond(context, server, list, {
    object: "list",
    data: data.filter(({ name }) => isAllowed(server, name)),
    has_more,
  });
}

/** Endpoint of a list of a server, which is passed on as the server has it. */
function listOf<Result extends Page, Item>(
  method: string,
  schema: z.ZodType<Result>,
  itemsOf: (page: Result) => readonly Item[],
): (context: Context) => Promise<EndpointResponse> {
  return async (context) => {
    const server = readServer(context);
    const list = await exchange(context, server, (send) =>
      readPages((params) => send({ method, params }, schema), itemsOf),
    );
    return respond(context, server, list, { object: "list", ...list.result });
  };
}

const listResources = listOf("resources/list", listResults.resources, ({ resources }) => resources);
const listResourceTemplates = listOf(
  "resources/templates/list",
  listResults.resourceTemplates,
  ({ resourceTemplates }) => resourceTemplates,
);
const listPrompts = listOf("prompts/list", listResults.prompts, ({ prompts }) => prompts);

async function callTool(context: Context): Promise<EndpointResponse> {
  const server = readServer(context);
  const params = await readBody(context, callToolSchema);
  if (!isAllowed(server, params.name)) throw errors.mcpToolNotAllowed({ server: server.id, tool: params.name });
  const call = await exchange(context, server, (send) => send({ method: "tools/call", params }, toolResult));
  const { content, isError = false, structuredContent = null } = call.result;
  const result: Pick<McpToolResult, "object" | "tool" | "is_error" | "content" | "structured_content"> = {
    ...{ object: "mcp_tool_result", tool: params.name, is_error: isError },
    ...{ content, structured_content: structuredContent },
  };
  return respond(context, server, call, result);
}

async function readResource(context: Context): Promise<EndpointResponse> {
  const server = readServer(context);
  const params = await readBody(context, readResourceSchema);
  const read = await exchange(context, server, (send) => send({ method: "resources/read", params }, resourceResult));
  return respond(context, server, read, { object: "mcp_resource", contents: read.result.contents });
}

async function getPrompt(context: Context): Promise<EndpointResponse> {
  const server = readServer(context);
  const params = await readBody(context, getPromptSchema);
  const read = await exchange(context, server, (send) => send({ method: "prompts/get", params }, promptResult));
  const { description = null, messages } = read.result;
  return respond(context, server, read, { object: "mcp_prompt", description, messages });
}

/** Ends the caller's session. The next request to the server opens another. */
async function endSession(context: Context): Promise<EndpointResponse> {
  const server = readServer(context);
  await context.services.mcp.forget({ server, keyId: context.principal.keyId });
  return createJsonResponse({ object: "mcp_session", server: server.id, deleted: true });
}

/** @throws GatewayError 403 for a URL that the config does not allow, 404 */
function readServer({ params: { server_id: id = "" }, services }: Context): McpServerSettings {
  return findServer(id, services.settings);
}

/** @throws GatewayError 400 */
async function readBody<Body>({ request }: Context, schema: z.ZodType<Body>): Promise<Body> {
  return validate(schema, (await readJson(request, LARGEST_BODY)).value);
}

function exchange<Result>(
  { services, principal, request }: Context,
  server: McpServerSettings,
  run: (send: SendRequest) => Promise<Result>,
): Promise<McpExchange<Result>> {
  return services.mcp.run(server, { keyId: principal.keyId, signal: request.client.signal }, run);
}

/** Writes what a server sent, without any secret that it may have repeated. */
function respond(
  { services }: Context,
  { id }: McpServerSettings,
  { frames, durationMs, secrets }: McpExchange<unknown>,
  result: object,
): EndpointResponse {
  const text = JSON.stringify({ ...result, server: id, duration_ms: durationMs, frames });
  return createJsonResponse(JSON.parse(createRedactor(secrets)(services.redact(text))));
}

type Page = { nextCursor?: string | undefined };

async function readPages<Result extends Page, Item>(
  read: (params: Record<string, unknown>) => Promise<Result>,
  itemsOf: (page: Result) => readonly Item[],
): Promise<{ data: Item[]; has_more: boolean }> {
  const data: Item[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MCP_LIMITS.pages && data.length < MCP_LIMITS.items; pages++) {
    const page = await read(cursor === undefined ? {} : { cursor }).catch(acceptUnknownMethod);
    if (page === undefined) break;
    data.push(...itemsOf(page));
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  const { items } = MCP_LIMITS;
  return { data: data.slice(0, items), has_more: cursor !== undefined || data.length > items };
}

const METHOD_NOT_FOUND = -32_601;

/** A server that does not know a list has none of its items. @throws every other error */
function acceptUnknownMethod(error: Error & { code?: unknown }): undefined {
  if (error.code !== METHOD_NOT_FOUND) throw error;
}

function isAllowed({ tools }: McpServerSettings, name: string): boolean {
  return tools === undefined || tools.some((pattern) => matchesWildcard(pattern, name));
}

const ONE = "/api/mcp/servers/{server_id}";

export const mcpEndpoints: readonly Endpoint<McpServices>[] = [
  defineEndpoint({
    ...{ method: "GET", path: "/api/mcp/servers", scope: "inference" },
    operation: operations.listServers,
    handle: listServers,
  }),
  defineEndpoint({
    ...{ method: "GET", path: `${ONE}/tools`, scope: "inference" },
    operation: operations.listTools,
    handle: listTools,
  }),
  defineEndpoint({
    ...{ method: "GET", path: `${ONE}/resources`, scope: "inference" },
    operation: operations.listResources,
    handle: listResources,
  }),
  defineEndpoint({
    ...{ method: "GET", path: `${ONE}/resource-templates`, scope: "inference" },
    operation: operations.listResourceTemplates,
    handle: listResourceTemplates,
  }),
  defineEndpoint({
    ...{ method: "GET", path: `${ONE}/prompts`, scope: "inference" },
    operation: operations.listPrompts,
    handle: listPrompts,
  }),
  defineEndpoint({
    ...{ method: "POST", path: `${ONE}/tools/call`, scope: "inference" },
    operation: operations.callTool,
    handle: callTool,
  }),
  defineEndpoint({
    ...{ method: "POST", path: `${ONE}/resources/read`, scope: "inference" },
    operation: operations.readResource,
    handle: readResource,
  }),
  defineEndpoint({
    ...{ method: "POST", path: `${ONE}/prompts/get`, scope: "inference" },
    operation: operations.getPrompt,
    handle: getPrompt,
  }),
  defineEndpoint({
    ...{ method: "DELETE", path: `${ONE}/session`, scope: "inference" },
    operation: operations.endSession,
    handle: endSession,
  }),
  ...mcpSignInEndpoints,
];
