/** Coding agents as clients: their user asks about a project, reads a terminal, and needs no tool called by a guess. */
import type { Call } from "#lib/canonical/call.ts";
import type { Draft } from "../responses/draft.ts";

/** Number of tools from which on a client is taken for a coding agent. */
const FEWEST_TOOLS = 6;

/** Returns the names of a coding agent's tools; undefined for other clients. */
export function agentToolsOf({ tools = [] }: Call): string[] | undefined {
  const names = tools.flatMap((tool) => (tool.kind === "hosted" ? [] : [tool.name]));
  return names.length >= FEWEST_TOOLS ? names : undefined;
}

/** Opening of the first refusal, by which later ones know that it was said. */
export const TO_AGENT = "I'm the offline sandbox: there is no language model here to work with your tools.";

/** Refuses, and says when a tool is called, with an example that these tools can do. */
export function refuseAgent(tools: readonly string[]): string {
  const example = tools.some((name) => /^read(?:_?file)?$/i.test(name)) ? "read the file README.md" : "run `ls`";
  return `${TO_AGENT} Of the ${tools.length} I called none: your words have to name what a tool does, and every value that it needs, as in *${example}*.

[Connect a provider](/providers) for an agent that works.`;
}

/** Makes links to pages whole: a terminal does not know the address of the gateway. */
export function withWholeLinks({ reasoning, blocks }: Draft, origin: string): Draft {
  return {
    reasoning,
    blocks: blocks.map((block) =>
      block.type === "text" ? { ...block, text: block.text.replaceAll("](/", () => `](${origin}/`) } : block,
    ),
  };
}
