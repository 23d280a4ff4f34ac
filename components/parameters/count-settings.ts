import type { ChatSettings } from "#lib/playground/dialects/request-body.ts";

/** Counts the settings in the panel, for the badge on its button. The system prompt is above the conversation. */
export function countSettings({ parameters, toolsText }: ChatSettings): number {
  return Object.keys(parameters).length + (toolsText.trim() === "" ? 0 : 1);
}
