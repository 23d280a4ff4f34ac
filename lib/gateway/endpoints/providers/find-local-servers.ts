/** Finds model servers on this machine, on their usual ports. */
import type { LocalServer } from "#lib/contract/provider.ts";
import { PROVIDER_PRESETS, type ProviderPreset } from "#lib/contract/provider-presets.ts";

const TIMEOUT_MS = 800;
const LARGEST_CHARACTERS = 4 * 1024 * 1024;

/** @param presets those with a port are probed */
export async function findLocalServers(presets: readonly ProviderPreset[] = PROVIDER_PRESETS): Promise<LocalServer[]> {
  const local = presets.filter(({ port }) => port !== undefined);
  const found = await Promise.all(local.map(probe));
  return found.filter((server) => server !== undefined);
}

async function probe({ id, name, baseUrl }: ProviderPreset): Promise<LocalServer | undefined> {
  try {
    const response = await fetch(`${baseUrl}/models`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { data } = JSON.parse(await readLimited(response)) as { data?: unknown };
    if (!Array.isArray(data)) return undefined;
    return { preset: id, name, base_url: baseUrl, model_count: data.length };
  } catch {
    // Nothing listens there, or it is another program.
    return undefined;
  }
}

/** @throws Error for a body beyond the limit */
async function readLimited({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LARGEST_CHARACTERS) throw new Error("The response is too large.");
  }
  return text;
}
