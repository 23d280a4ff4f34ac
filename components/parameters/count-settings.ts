import type { ChatSettings } from "#lib/playground/dialects/request-body.ts";

/** Counts the settings in the panel, for the badge on its button. */
export function countSettings({ system, parameters, toolsText }: ChatSettings): number {
  return Object.keys(parameters).length + (system.trim() === "" ? 0 : 1) + (toolsText.trim() === "" ? 0 : 1);
}
