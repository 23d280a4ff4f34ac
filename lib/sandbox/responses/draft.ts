/** Draft: the content of one choice, before it is cut to tokens and streamed. */
import type { ToolKind } from "#lib/canonical/part.ts";

export type DraftBlock =
  | { type: "text"; text: string }
  | { type: "tool-call"; name: string; kind: ToolKind; input: string };

export type Draft = {
  /**
   * Origin of the response, one or two sentences each, most informative first. Sent only when reasoning is requested.
   */
  reasoning: string[];
  blocks: DraftBlock[];
  /** Paths of the values of a JSON response that the sandbox made up. */
  placeholders?: string[];
};

/** Creates a draft that is text only. */
export function createTextDraft(text: string, reasoning: string[] = []): Draft {
  return { reasoning, blocks: [{ type: "text", text }] };
}
