/** What a text page's panel holds, and its next request goes by. */
import type { ParameterValues } from "../parameters/parameter-definition.ts";

/** Tools, as they are edited. */
export type ToolSettings = {
  /** The `tools` array as text; blank is unset. */
  toolsText: string;
  /** Names of tools that stay in the panel and are not sent. */
  toolsOff?: readonly string[];
};

export type ChatSettings = ToolSettings & {
  /** Absent: the gateway's default model. */
  model?: string;
  system: string;
  parameters: ParameterValues;
  /** Calls of tools are answered with samples, so that a demonstration runs by itself. */
  autoReply?: boolean;
};

export const EMPTY_SETTINGS: ChatSettings = { system: "", parameters: {}, toolsText: "" };
