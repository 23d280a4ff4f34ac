/** Converts tools from one dialect's notation to another's. Drops and names those without a counterpart. */

import { type Fields, fields } from "../dialects/json-fields.ts";
import { fromGoogleSchema, isGoogleSchema } from "../json-schema/google-schema.ts";
import { formatJson } from "../json-text/format-json.ts";
import { CHAT_TOOLS } from "./notations/chat-tools.ts";
import { GENERATE_CONTENT_TOOLS } from "./notations/generate-content-tools.ts";
import { HOSTED_TOOLS } from "./notations/hosted-tools.ts";
import { MESSAGES_TOOLS } from "./notations/messages-tools.ts";
import { RESPONSES_TOOLS } from "./notations/responses-tools.ts";
import { parseTools, type ToolDefinition, type ToolNotation } from "./tools.ts";

/** `dropped`: sentences on what was dropped. */
export type ConvertedTools = { text: string; dropped: string[] };

/** @param text an array of tools in the notation of `from`; blank stays blank */
export function convertTools({
  text,
  from,
  to,
}: {
  text: string;
  from: ToolNotation;
  to: ToolNotation;
}): ConvertedTools {
  if (text.trim() === "" || from.page === to.page) return { text, dropped: [] };
  const { tools = [], problem } = parseTools(text, from);
  if (problem) return { text: "", dropped: [`Couldn’t read the tools: ${problem}`] };
  const dropped: string[] = [];
  const raws = tools.flatMap((tool): Fields[] => {
    const { raw, lost } = convertTool(tool, to);
    dropped.push(...lost.map((what) => `${tool.name}: ${what}`));
    return raw ? [raw] : [];
  });
  return { text: raws.length === 0 ? "" : formatJson(to.write(raws)), dropped };
}

function convertTool(tool: ToolDefinition, to: ToolNotation): { raw?: Fields; lost: string[] } {
  if (!tool.function) {
    const raw = toHosted(tool, to) ?? toCustom(tool, to);
    return raw ? { raw, lost: [] } : { lost: [`${to.name} has no such tool.`] };
  }
  const { schema, strict, ...rest } = tool.function;
  const lost: string[] = [];
  if (strict !== undefined && to.page === "generate-content") lost.push("“strict” has no counterpart.");
  const raw = to.writeFunction({
    ...rest,
    schema: isGoogleSchema(schema) ? fromGoogleSchema(schema) : schema,
    ...(to.page === "generate-content" ? {} : { strict }),
  });
  const [entry = raw] = to.write([raw]);
  const read = to.read(entry);
  return typeof read === "string" ? { lost: [`not supported by ${to.name}: ${read}`] } : { raw, lost };
}

function toHosted({ name, raw }: ToolDefinition, to: ToolNotation): Fields | undefined {
  const kind = typeof raw.type === "string" ? raw.type : name;
  return HOSTED_TOOLS.find(({ matches }) => matches.test(kind))?.in[to.page];
}

/** Converts a tool with free-text input: both of OpenAI's dialects have it, flat in one and nested in the other. */
function toCustom({ raw }: ToolDefinition, to: ToolNotation): Fields | undefined {
  if (raw.type !== "custom") return undefined;
  const nested = fields(raw.custom);
  if (to.page === "responses" && nested) {
    const format = fields(nested.format);
    const grammar = fields(format?.grammar);
    return { type: "custom", ...nested, ...(grammar ? { format: { type: "grammar", ...grammar } } : {}) };
  }
  if (to.page === "chat" && !nested) {
    const { type, format, ...rest } = raw;
    const { type: kind, ...grammar } = fields(format) ?? {};
    const given = kind === "grammar" ? { format: { type: kind, grammar } } : format === undefined ? {} : { format };
    return { type, custom: { ...rest, ...given } };
  }
  return undefined;
}

const NOTATIONS = [CHAT_TOOLS, RESPONSES_TOOLS, MESSAGES_TOOLS, GENERATE_CONTENT_TOOLS];

/**
 * Reads tools from elsewhere: an array or a single tool of any dialect, a whole request with its `tools`, bare
 * declarations, or the list of an MCP server. Returns undefined when it is none of these, or has nothing to convert.
 */
export function readForeignTools(
  text: string,
  to: ToolNotation,
): (ConvertedTools & { from: ToolNotation }) | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  const inner = fields(given)?.tools ?? given;
  const entries = gatherDeclarations(Array.isArray(inner) ? inner : [inner]);
  const plain = JSON.stringify(entries);
  const reads = (notation: ToolNotation) => (parseTools(plain, notation).tools?.length ?? 0) > 0;
  if (reads(to))
    return plain === JSON.stringify(given) ? undefined : { text: formatJson(entries), dropped: [], from: to };
  const from = NOTATIONS.find(reads);
  return from && { ...convertTools({ text: plain, from, to }), from };
}

/** Wraps bare functions in Google's envelope, which accepts them unchanged. */
function gatherDeclarations(entries: readonly unknown[]): unknown[] {
  const bare = entries.map((entry): Fields | undefined => {
    const { inputSchema, ...rest } = fields(entry) ?? {};
    if (typeof rest.name !== "string" || rest.type !== undefined || "input_schema" in rest) return undefined;
    return inputSchema === undefined
      ? rest
      : { name: rest.name, description: rest.description, parametersJsonSchema: inputSchema };
  });
  return bare.every((entry) => entry !== undefined) && bare.length > 0
    ? [{ functionDeclarations: bare }]
    : [...entries];
}
