import type { ResponsePart } from "./model-response.ts";

/** Types of parts that the pages read: text, reasoning, calls and files, under each API's name. */
const READ_TYPES = new Set([
  ...["text", "thinking", "redacted_thinking", "tool_use"],
  ...["message", "reasoning", "function_call", "custom_tool_call", "image_generation_call"],
]);
/** Fields of such parts in dialects that have no type field. */
const READ_FIELDS = new Set(["text", "thought", "thoughtSignature", "functionCall", "inlineData", "file"]);

/** Returns the dialect's names of all other parts of a response, mostly from server-side tools. */
export function otherPartNames(parts: readonly ResponsePart[]): string[] {
  return parts.flatMap((part) => {
    if (typeof part.type === "string") return READ_TYPES.has(part.type) ? [] : [part.type];
    return Object.keys(part).filter((field) => !READ_FIELDS.has(field));
  });
}
