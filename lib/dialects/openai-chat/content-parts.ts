/** A response whose content is an array of parts: Mistral's form, with thinking among them. */
import type { ReasoningContent, TextContent, UnknownContent } from "#lib/canonical/call.ts";
import { DIALECT } from "./dialect-id.ts";

export function readContentParts(
  parts: Record<string, unknown>[] | null | undefined,
): (TextContent | ReasoningContent | UnknownContent)[] {
  return (parts ?? []).map((part) => {
    if (part.type === "text" && typeof part.text === "string") return { type: "text", text: part.text };
    if (part.type === "thinking") return { type: "reasoning", text: readText(part.thinking) };
    return { type: "unknown", dialect: DIALECT, value: part };
  });
}

function readText(thinking: unknown): string {
  if (typeof thinking === "string") return thinking;
  if (!Array.isArray(thinking)) return "";
  return thinking.map((part: { text?: unknown }) => (typeof part?.text === "string" ? part.text : "")).join("");
}
