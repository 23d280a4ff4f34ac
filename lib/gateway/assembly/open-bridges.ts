/** Opens the upstreams that are packages of the AI SDK. */
import type { Settings } from "#lib/config/load-settings.ts";
import { type Bridge, openBridge } from "#lib/upstreams/ai-sdk/bridge.ts";
import type { Redact } from "#lib/upstreams/redactor.ts";
import { LARGEST_RESPONSE } from "../limits.ts";

/** @throws SettingsError for a package that cannot be used */
export async function openBridges(
  { bridges }: Pick<Settings, "bridges">,
  redact?: Redact,
): Promise<Map<string, Bridge>> {
  const options = { largestResponse: LARGEST_RESPONSE, redact };
  return new Map(
    await Promise.all(bridges.map(async (entry) => [entry.id, await openBridge(entry, options)] as const)),
  );
}
