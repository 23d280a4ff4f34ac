/** Draft: what one choice is going to say, before it is cut to tokens and streamed. */
import type { ToolKind } from "#lib/canonical/part.ts";

export type DraftBlock =
  | { type: "text"; text: string }
  | { type: "tool-call"; name: string; kind: ToolKind; input: string };

export type Draft = {
  /** How the answer came about, a sentence or two each, the most telling first. Spoken only when reasoning is asked for. */
  reasoning: string[];
  blocks: DraftBlock[];
};

/** A draft of text alone. */
export function textDraft(text: string, reasoning: string[] = []): Draft {
  return { reasoning, blocks: [{ type: "text", text }] };
}
