/** Settings of a text page's panel, used by its next request. */
import type { ParameterValues } from "../parameters/parameter-definition.ts";

/** Tool settings as the panel edits them. */
export type ToolSettings = {
  /** The `tools` array as text; blank is unset. */
  toolsText: string;
  /** Names of tools that are in the panel but not sent. */
  toolsOff?: readonly string[];
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
