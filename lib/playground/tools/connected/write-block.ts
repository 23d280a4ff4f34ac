import type { McpContent } from "#lib/contract/mcp.ts";
import type { Fields } from "#lib/playground/dialects/json-fields.ts";

/** Returns a block of MCP content as text; media are named. */
export function writeBlock(block: McpContent): string {
  if (block.type === "text") return String(block.text ?? "");
  if (block.type === "resource") {
    const { uri, text } = (block.resource ?? {}) as Fields;
    return typeof text === "string" ? text : `[resource ${String(uri)}]`;
  }
  if (block.type === "resource_link") return `[resource ${String(block.uri)}]`;
  return `[${block.type} ${String(block.mimeType ?? "")}]`;
}
