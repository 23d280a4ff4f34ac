/** Hosted tools, which vendors run themselves, each with its own names (wire-formats §2.3, §3.4, §4.5). */
import type { Fields } from "#lib/playground/dialects/json-fields.ts";
import type { ToolNotation } from "../tools.ts";

type HostedTool = {
  label: string;
  /** Matches the type or name in any of the notations. */
  matches: RegExp;
  in: Partial<Record<ToolNotation["page"], Fields>>;
};

export const HOSTED_TOOLS: readonly HostedTool[] = [
  {
    label: "Web search",
    matches: /^(web_search|googleSearch)/,
    in: {
      responses: { type: "web_search" },
      messages: { type: "web_search_20250305", name: "web_search" },
      "generate-content": { googleSearch: {} },
    },
  },
  {
    label: "Code execution",
    matches: /^(code_interpreter|code_execution|codeExecution)/,
    in: {
      responses: { type: "code_interpreter", container: { type: "auto" } },
      messages: { type: "code_execution_20250825", name: "code_execution" },
      "generate-content": { codeExecution: {} },
    },
  },
  {
    label: "Read web pages",
    matches: /^(web_fetch|urlContext)/,
    in: {
      messages: { type: "web_fetch_20250910", name: "web_fetch" },
      "generate-content": { urlContext: {} },
    },
  },
];
