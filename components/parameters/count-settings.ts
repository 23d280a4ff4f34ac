import type { ChatSettings } from "#lib/playground/dialects/request-body.ts";

/** How many things the panel has set: the number on its button. */
export function countSettings({ system, parameters, toolsText }: ChatSettings): number {
  return Object.keys(parameters).length + (system.trim() === "" ? 0 : 1) + (toolsText.trim() === "" ? 0 : 1);
}
