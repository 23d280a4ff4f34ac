/** Client of the gateway's provider routes. All functions throw RequestFailed. */
import type { LocalServer, Provider, ProviderDraft, ProviderList, ProviderTest } from "#lib/contract/provider.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";

const PROVIDERS = "/api/providers";

export async function listProviders(signal?: AbortSignal): Promise<ProviderList> {
  return (await requireGood(await callGateway(PROVIDERS, { signal }))).json();
}

/** Lists model servers that answer on this machine's usual ports. */
export async function listLocalServers(signal?: AbortSignal): Promise<LocalServer[]> {
  const response = await requireGood(await callGateway(`${PROVIDERS}/local`, { signal }));
  return ((await response.json()) as { data: LocalServer[] }).data;
}

/** Tests a draft without saving it, or with the id alone a provider that is connected. */
export function testProvider(draft: Partial<ProviderDraft>): Promise<ProviderTest> {
  return send("POST", "/test", draft);
}

export function createProvider(draft: Partial<ProviderDraft>): Promise<Provider> {
  return send("POST", "", draft);
}

/** Changes a provider; fields that are absent stay as they are. */
export function replaceProvider(id: string, draft: Partial<ProviderDraft>): Promise<Provider> {
  return send("PUT", `/${encodeURIComponent(id)}`, draft);
}

export async function removeProvider(id: string): Promise<void> {
  await requireGood(await callGateway(`${PROVIDERS}/${encodeURIComponent(id)}`, { method: "DELETE" }));
}

async function send<Reply>(method: "POST" | "PUT", path: string, body: object): Promise<Reply> {
  const headers = { "content-type": "application/json" };
  const response = await callGateway(`${PROVIDERS}${path}`, { method, headers, body: JSON.stringify(body) });
  return (await requireGood(response)).json();
}
