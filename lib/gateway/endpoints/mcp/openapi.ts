/** OpenAPI operations of `/api/mcp`. */
import { z } from "zod";
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import { mcpErrors } from "#lib/contract/errors/mcp.ts";
import type {
  McpPromptResult,
  McpResourceResult,
  McpServer,
  McpServerList,
  McpToolList,
  McpToolResult,
} from "#lib/contract/mcp.ts";
import { JSON_ERRORS, KEY_ERRORS, READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, json, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";
import {
  callToolSchema,
  contentSchema,
  contentsSchema,
  getPromptSchema,
  messageSchema,
  promptSchema,
  readResourceSchema,
  resourceSchema,
  resourceTemplateSchema,
  toolSchema,
} from "./schema.ts";

const serverSchema = z
  .looseObject({
    object: z.literal("mcp_server"),
    id: z.string(),
    description: z.string().nullable(),
    transport: z.enum(["http", "stdio"]),
  })
  .meta({ id: "McpServer" }) satisfies z.ZodType<McpServer>;

const serverListSchema = z
  .looseObject({
    object: z.literal("list"),
    data: z.array(serverSchema),
    connect: z
      .looseObject({ hosts: z.array(z.string()), internal: z.boolean().describe("Whether http:// is allowed.") })
      .nullable()
      .describe("Hosts whose servers may be connected by their URL; null when none may be."),
  })
  .meta({ id: "McpServerList" }) satisfies z.ZodType<McpServerList>;

const frame = z
  .looseObject({
    direction: z.enum(["sent", "received"]).describe("Seen from the gateway."),
    at_ms: z.number(),
    message: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "McpFrame", description: "A JSON-RPC message between the gateway and the server, without secrets." });

const exchange = {
  server: z.string(),
  duration_ms: z.number(),
  frames: z.array(frame).describe("At most 200. The request that opens a session shows its opening as well."),
};

function listOf<Item extends z.ZodType>(item: Item) {
  return z.looseObject({
    object: z.literal("list"),
    data: z.array(item),
    has_more: z.boolean().describe("True when the server has more than the gateway reads."),
    ...exchange,
  });
}

const toolListSchema = listOf(toolSchema).meta({ id: "McpToolList" }) satisfies z.ZodType<McpToolList>;

const toolResultSchema = z
  .looseObject({
    object: z.literal("mcp_tool_result"),
    tool: z.string(),
    is_error: z.boolean().describe("True when the tool itself failed; `content` says why."),
    content: z.array(contentSchema),
    structured_content: z.record(z.string(), z.unknown()).nullable(),
    ...exchange,
  })
  .meta({ id: "McpToolResult" }) satisfies z.ZodType<McpToolResult>;

const resourceResultSchema = z
  .looseObject({ object: z.literal("mcp_resource"), contents: z.array(contentsSchema), ...exchange })
  .meta({ id: "McpResourceResult" }) satisfies z.ZodType<McpResourceResult>;

const promptResultSchema = z
  .looseObject({
    object: z.literal("mcp_prompt"),
    description: z.string().nullable(),
    messages: z.array(messageSchema),
    ...exchange,
  })
  .meta({ id: "McpPromptResult" }) satisfies z.ZodType<McpPromptResult>;

export const SERVER = pathParameter(
  "server_id",
  "Name of the server in the config file, or its percent-encoded URL.",
  "docs",
);
const SERVER_ERRORS: readonly ErrorName[] = [
  ...KEY_ERRORS,
  "routeNotAllowed",
  ...(Object.keys(mcpErrors) as (keyof typeof mcpErrors)[]),
  "mcpSignInRequired",
  "mcpScopeRequired",
  "mcpSignInHostNotAllowed",
  "mcpSignInUnsupported",
  "mcpSignInFailed",
];
const POST_ERRORS = [...SERVER_ERRORS, ...JSON_ERRORS];

export const listServers: Operation = {
  id: "listMcpServers",
  tag: TAGS.mcp,
  summary: "List MCP servers",
  description:
    "The MCP servers of the config file, and the hosts whose servers you may connect by their URL: write the URL, percent-encoded, in place of the name.",
  key: "bearer",
  replies: {
    200: {
      description: "Servers.",
      content: json(serverListSchema),
    },
  },
  errors: [...READ_ERRORS, "routeNotAllowed"],
};

const describeList = (id: string, what: string, schema: z.ZodType): Operation => ({
  id,
  tag: TAGS.mcp,
  summary: `List ${what} of a server`,
  description: `The ${what} that the server offers now, of at most 20 pages and 500 items.`,
  key: "bearer",
  parameters: [SERVER],
  replies: { 200: { description: `Its ${what}.`, content: json(schema) } },
  errors: SERVER_ERRORS,
});

export const listTools = describeList("listMcpTools", "tools", toolListSchema);
export const listResources = describeList("listMcpResources", "resources", listOf(resourceSchema));
export const listResourceTemplates = describeList(
  "listMcpResourceTemplates",
  "resource templates",
  listOf(resourceTemplateSchema),
);
export const listPrompts = describeList("listMcpPrompts", "prompts", listOf(promptSchema));

export const callTool: Operation = {
  id: "callMcpTool",
  tag: TAGS.mcp,
  summary: "Call a tool",
  description:
    "Calls a tool and returns its content. A tool that fails is a response with status 200 and `is_error`. The call ends when you disconnect.",
  key: "bearer",
  parameters: [SERVER],
  body: json(callToolSchema, { call: example("A call", { name: "add", arguments: { a: 2, b: 3 } }) }),
  replies: { 200: { description: "Result of the tool.", content: json(toolResultSchema) } },
  errors: POST_ERRORS,
};

export const readResource: Operation = {
  id: "readMcpResource",
  tag: TAGS.mcp,
  summary: "Read a resource",
  description: "Reads a resource of the server by its URI.",
  key: "bearer",
  parameters: [SERVER],
  body: json(readResourceSchema, { read: example("A resource", { uri: "docs://hello" }) }),
  replies: {
    200: {
      description: "Its contents.",
      content: json(resourceResultSchema),
    },
  },
  errors: POST_ERRORS,
};

export const getPrompt: Operation = {
  id: "getMcpPrompt",
  tag: TAGS.mcp,
  summary: "Fill in a prompt",
  description: "Returns the messages of one of the server's prompts.",
  key: "bearer",
  parameters: [SERVER],
  body: json(getPromptSchema, { get: example("A prompt", { name: "greet", arguments: { name: "Ann" } }) }),
  replies: {
    200: {
      description: "Its messages.",
      content: json(promptResultSchema),
    },
  },
  errors: POST_ERRORS,
};

export const endSession: Operation = {
  id: "endMcpSession",
  tag: TAGS.mcp,
  summary: "End the session with a server",
  description: "Closes the gateway's connection to the server that serves your key, with what the server stored in it.",
  key: "bearer",
  parameters: [SERVER],
  replies: {
    200: {
      description: "It is closed, or was not open.",
      content: json(z.looseObject({ object: z.literal("mcp_session"), server: z.string(), deleted: z.literal(true) })),
    },
  },
  errors: SERVER_ERRORS,
};
