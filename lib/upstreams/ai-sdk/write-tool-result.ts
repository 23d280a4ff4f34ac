/** A tool's result in a prompt of the AI SDK. */
import type { LanguageModelV4ToolResultOutput, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import type { Message, TextContent, UserContent } from "#lib/canonical/call.ts";
import { writeFile } from "./write-file.ts";

type ToolMessage = Omit<Extract<Message, { role: "tool" }>, "name"> & { name?: string | undefined };
type Place = { path: string; dropped: string[] };

export function writeToolResult(
  { callId, name, content, isError }: ToolMessage,
  place: Place,
): LanguageModelV4ToolResultPart {
  return {
    type: "tool-result",
    toolCallId: callId,
    toolName: name ?? callId,
    output: writeOutput(content, isError === true, place),
  };
}

function writeOutput(
  content: string | UserContent[],
  isError: boolean,
  { path, dropped }: Place,
): LanguageModelV4ToolResultOutput {
  if (typeof content === "string") return { type: isError ? "error-text" : "text", value: content };
  const carried = content.flatMap((part, index) => {
    const written = part.type === "file" ? writeFile(part) : part.type === "text" ? writeText(part) : undefined;
    if (!written) dropped.push(`${path}[${index}]`);
    return written ?? [];
  });
  // Most providers write a list as JSON text, so lists are used only for files.
  if (carried.every((part) => part.type === "text")) {
    return { type: isError ? "error-text" : "text", value: carried.map(({ text }) => text).join("\n") };
  }
  // A list cannot be marked as an error.
  if (isError) dropped.push(path.replace(/content$/, "is_error"));
  return { type: "content", value: carried };
}

function writeText({ text }: TextContent) {
  return { type: "text" as const, text };
}
