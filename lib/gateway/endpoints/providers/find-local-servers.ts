/** Finds model servers on this machine, on their usual ports. */
import type { LocalServer } from "#lib/contract/provider.ts";
import { PROVIDER_PRESETS, type ProviderPreset } from "#lib/contract/provider-presets.ts";
import { fetchModelIds } from "#lib/upstreams/find-model-list.ts";
import { toTestSettings } from "./read-draft.ts";

const TIMEOUT_MS = 800;

/** @param presets those with a port are probed */
export async function findLocalServers(presets: readonly ProviderPreset[] = PROVIDER_PRESETS): Promise<LocalServer[]> {
  const local = presets.filter(({ port }) => port !== undefined);
  const found = await Promise.all(local.map(probe));
  return found.filter((server) => server !== undefined);
}

async function probe({ id, name, baseUrl }: ProviderPreset): Promise<LocalServer | undefined> {
  const settings = toTestSettings({ id, entry: { baseUrl }, apiKey: undefined });
  const models = await fetchModelIds(settings, "openai-chat", TIMEOUT_MS);
  // Otherwise nothing listens there, or it is another program.
  return Array.isArray(models) ? { preset: id, name, base_url: baseUrl, model_count: models.length } : undefined;
}
