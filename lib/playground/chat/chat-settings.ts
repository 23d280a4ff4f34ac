/** Settings of a text page's panel, used by its next request. */
import type { ParameterValues } from "../parameters/parameter-definition.ts";

/** Place where a tool that the page runs has its code: the page itself, or an MCP server. */
export type ToolRunner =
  | { builtIn: "calculator" | "clock" | "JavaScript" | "files" }
  | { server: string; tool: string };

/** Tool settings as the panel edits them. */
export type ToolSettings = {
  /** The `tools` array as text; blank is unset. */
  toolsText: string;
  /** Names of tools that are in the panel but not sent. */
  toolsOff?: readonly string[];
  /** Places where connected tools run, by their names in the request. Links and exports never have them. */
  toolRunners?: Readonly<Record<string, ToolRunner>>;
};

export type ChatSettings = ToolSettings & {
  /** Absent: the gateway's default model. */
  model?: string;
  system: string;
  parameters: ParameterValues;
  /** Tool calls get sample results automatically, so that a demo runs by itself. */
  autoReply?: boolean;
};

export const EMPTY_SETTINGS: ChatSettings = { system: "", parameters: {}, toolsText: "" };
