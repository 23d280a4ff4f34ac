/** Bodies of requests to `/api/mcp`, and the results of MCP servers that they ask for. */
import { z } from "zod";

const argumentFields = z.record(z.string().max(200), z.unknown());

export const callToolSchema = z
  .strictObject({
    name: z.string().min(1).max(200).describe("Name of the tool."),
    arguments: argumentFields.default({}).describe("Arguments by the tool's `inputSchema`."),
  })
  .meta({ id: "McpToolCall", description: "A call of a tool." });

export const readResourceSchema = z
  .strictObject({ uri: z.string().min(1).max(8_000).describe("URI of a resource of the server.") })
  .meta({ id: "McpResourceRead", description: "A resource to read." });

export const getPromptSchema = z
  .strictObject({
    name: z.string().min(1).max(200).describe("Name of the prompt."),
    arguments: z.record(z.string().max(200), z.string()).default({}).describe("Values of its arguments."),
  })
  .meta({ id: "McpPromptGet", description: "A prompt to fill in." });

/** Parts of a server's results that the gateway relies on; the rest passes unchanged. */
const nextCursor = z.string().optional();
export const toolSchema = z.looseObject({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: z.record(z.string(), z.unknown()),
});
/** Servers may write null for a field that they do not have. */
const names = { name: z.string(), title: z.string().nullish(), description: z.string().nullish() };
export const resourceSchema = z.looseObject({ uri: z.string(), ...names, mimeType: z.string().nullish() });
export const resourceTemplateSchema = z.looseObject({
  uriTemplate: z
    .string()
    .describe("Template of RFC 6570. `resources/read` takes its URI with the variables filled in."),
  ...names,
  mimeType: z.string().nullish(),
});
export const promptSchema = z.looseObject({
  ...names,
  arguments: z
    .array(
      z.looseObject({
        name: z.string(),
        description: z.string().nullish(),
        required: z.boolean().nullish(),
      }),
    )
    .nullish(),
});
export const contentSchema = z.looseObject({ type: z.string() });
export const contentsSchema = z.looseObject({
  uri: z.string(),
  mimeType: z.string().nullish(),
  text: z.string().nullish(),
  blob: z.string().nullish().describe("Bytes in base64."),
});
export const messageSchema = z.looseObject({
  role: z.string(),
  content: z.union([contentSchema, z.array(contentSchema)]),
});

export const listResults = {
  tools: z.looseObject({ tools: z.array(toolSchema), nextCursor }),
  resources: z.looseObject({ resources: z.array(resourceSchema), nextCursor }),
  resourceTemplates: z.looseObject({ resourceTemplates: z.array(resourceTemplateSchema), nextCursor }),
  prompts: z.looseObject({ prompts: z.array(promptSchema), nextCursor }),
};

export const toolResult = z.looseObject({
  content: z.array(contentSchema).default([]),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.boolean().optional(),
});
export const resourceResult = z.looseObject({ contents: z.array(contentsSchema) });
export const promptResult = z.looseObject({
  description: z.string().optional(),
  messages: z.array(messageSchema),
});
