import type { AnswerPart } from "./answer.ts";

/** Types of parts that the pages read: text, reasoning, calls and files, under each convention's name. */
const READ_TYPES = new Set([
  ...["text", "thinking", "redacted_thinking", "tool_use"],
  ...["message", "reasoning", "function_call", "custom_tool_call", "image_generation_call"],
]);
/** The same for parts that are told by their field. */
const READ_FIELDS = new Set(["text", "thought", "thoughtSignature", "functionCall", "inlineData", "file"]);

/** What else an answer's parts are, each by the name that the wire has for it: mostly the work of the upstream's own tools. */
export function otherPartNames(parts: readonly AnswerPart[]): string[] {
  return parts.flatMap((part) => {
    if (typeof part.type === "string") return READ_TYPES.has(part.type) ? [] : [part.type];
    return Object.keys(part).filter((field) => !READ_FIELDS.has(field));
  });
}
