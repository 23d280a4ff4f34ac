/** State of a gateway's setup, for the checklist of the home page. */
import type { ApiKeyList } from "#lib/contract/api-key.ts";
import type { ProviderList } from "#lib/contract/provider.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import { isAdmin, type SignedIn } from "#lib/playground/gateway/gateway-session.ts";

export type Setup = {
  /** Undefined for a key that may not see the providers. */
  hasProvider?: boolean;
  hasKey: boolean;
  hasRequest: boolean;
  /** Reason that the config file's last change is not in use. */
  configProblem?: { path: string; problem: string };
};

/** Reads what has been set up. @throws RequestFailed */
export async function fetchSetup(session: SignedIn, signal: AbortSignal): Promise<Setup> {
  const read = async <Reply>(path: string): Promise<Reply> =>
    (await (await requireGood(await callGateway(path, { signal }))).json()) as Reply;
  const requests = read<{ data: unknown[] }>("/api/requests?limit=1");
  if (!isAdmin(session)) return { hasKey: true, hasRequest: (await requests).data.length > 0 };
  const [providers, keys, { data }] = await Promise.all([
    read<ProviderList>("/api/providers"),
    read<ApiKeyList>("/api/keys"),
    requests,
  ]);
  const { path, problem } = providers.config;
  return {
    hasProvider: providers.data.some(({ source, status }) => source !== "built-in" && status !== "overridden"),
    hasKey: keys.data.some(({ revoked_at }) => revoked_at === null),
    hasRequest: data.length > 0,
    ...(problem === null ? {} : { configProblem: { path, problem } }),
  };
}
