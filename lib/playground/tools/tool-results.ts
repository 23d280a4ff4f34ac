/** Tool results for dialects without a field for failure. */
import type { ToolResult } from "../conversation/transcript.ts";

/** Returns the content; a failure is part of it, since the request has only text (wire-formats §1.2, §2.2). */
export function writeResultContent({ content, isError }: Pick<ToolResult, "content" | "isError">): string {
  return isError ? JSON.stringify({ error: content }) : content;
}
