/** Files and text of what MCP servers send: contents of resources, and messages of prompts. */
import type { McpContent, McpPromptMessage, McpResourceContents } from "#lib/contract/mcp.ts";
import { decodeBase64 } from "#lib/playground/files/decode-base64.ts";
import { writeBlock } from "./write-block.ts";

/** Message of a prompt with its arguments filled in. */
export type PromptMessage = { role: "user" | "assistant"; text: string; files: File[] };

/** Returns true for a resource that may be text: one without a type may be. */
export function isTextType(mimeType: string | null | undefined): boolean {
  if (!mimeType) return true;
  const type = mimeType.split(";")[0]?.trim().toLowerCase() ?? "";
  return /^text\/|[/+](?:json|xml|yaml|x-yaml|javascript|x-ndjson)$/.test(type);
}

/** @param name of the resource, for a URI that ends without one */
export function toFile({ uri, mimeType, text, blob }: McpResourceContents, name: string): File {
  const fileName = uri.split(/[?#]/)[0]?.split("/").at(-1) || name;
  const type = mimeType?.split(";")[0]?.trim().toLowerCase() || undefined;
  if (typeof text === "string") {
    const isPlain = type === undefined || !(type.startsWith("text/") || type === "application/json");
    return new File([text], fileName, { type: isPlain ? "text/plain" : type });
  }
  const bytes = decodeBase64(blob ?? "", type ?? "application/octet-stream");
  return new File([bytes], fileName, { type: bytes.type });
}

/** Returns the messages; media of a response, which no API takes back, are named in its text. */
export function readPromptMessages(messages: readonly McpPromptMessage[]): PromptMessage[] {
  return messages.map(({ role, content }) => {
    const blocks = Array.isArray(content) ? content : [content];
    const texts: string[] = [];
    const files: File[] = [];
    for (const block of blocks) {
      const file = role === "assistant" ? undefined : readFile(block);
      if (file) files.push(file);
      else texts.push(writeBlock(block));
    }
    const text = texts.filter((part) => part !== "").join("\n\n");
    return { role: role === "assistant" ? "assistant" : "user", text, files };
  });
}

function readFile(block: McpContent): File | undefined {
  if (block.type === "resource") {
    const { resource } = block as { resource?: McpResourceContents };
    return resource && typeof resource.uri === "string" ? toFile(resource, "resource") : undefined;
  }
  const { type, data, mimeType } = block;
  if ((type !== "image" && type !== "audio") || typeof data !== "string" || typeof mimeType !== "string")
    return undefined;
  return toFile({ uri: `${type}.${mimeType.split("/").at(-1)}`, mimeType, blob: data }, type);
}
