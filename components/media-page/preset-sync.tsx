"use client";

import type { MediaPage } from "#lib/playground/parameters/settings-rules.ts";
import { usePresetSync } from "../use-gateway-sync.ts";

/** Syncs the presets of a media page with the gateway; a component, so that it loads after the page. */
export function PresetSync({ page }: { page: MediaPage }): null {
  usePresetSync(page);
  return null;
}
