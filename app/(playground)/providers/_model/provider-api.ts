/** Client of the gateway's provider routes. All functions throw RequestFailed. */
import type { LocalServer, Provider, ProviderDraft, ProviderList, ProviderTest } from "#lib/contract/provider.ts";
import { callJson } from "#lib/playground/gateway/call-json.ts";

const PROVIDERS = "/api/providers";

export function listProviders(signal?: AbortSignal): Promise<ProviderList> {
  return callJson("GET", PROVIDERS, { signal });
}

/** Lists model servers that answer on this machine's usual ports. */
export async function listLocalServers(signal?: AbortSignal): Promise<LocalServer[]> {
  return (await callJson<{ data: LocalServer[] }>("GET", `${PROVIDERS}/local`, { signal })).data;
}

/** Tests a draft without saving it, or with the id alone a provider that is connected. */
export function testProvider(draft: Partial<ProviderDraft>): Promise<ProviderTest> {
  return callJson("POST", `${PROVIDERS}/test`, { body: draft });
}

export function createProvider(draft: Partial<ProviderDraft>): Promise<Provider> {
  return callJson("POST", PROVIDERS, { body: draft });
}

/** Changes a provider; fields that are absent stay as they are. */
export function replaceProvider(id: string, draft: Partial<ProviderDraft>): Promise<Provider> {
  return callJson("PUT", `${PROVIDERS}/${encodeURIComponent(id)}`, { body: draft });
}

export function removeProvider(id: string): Promise<void> {
  return callJson("DELETE", `${PROVIDERS}/${encodeURIComponent(id)}`);
}
