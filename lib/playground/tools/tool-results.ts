/** Results of tools, as dialects write them that have no word for a failure. */
import type { ToolResult } from "../conversation/transcript.ts";

/** A failure says so in its content: the wire has only words (wire-formats §1.2, §2.2). */
export function contentOf({ content, isError }: Pick<ToolResult, "content" | "isError">): string {
  return isError ? JSON.stringify({ error: content }) : content;
}
