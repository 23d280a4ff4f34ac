"use client";

import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useSignedOutLeave } from "#components/use-signed-out-leave.ts";
import type { ApiKey, ApiKeyList } from "#lib/contract/api-key.ts";
import { isSignedOut } from "#lib/playground/gateway/gateway-request.ts";
import { KEYS_QUERY, listKeys } from "#lib/playground/limits/list-keys.ts";

const LIVE_MS = 3_000;

/**
 * Queries the gateway's keys. Refetched whenever the page gets focus, because keys are used and created elsewhere too.
 */
export function useKeys(enabled: boolean) {
  const query = useQuery({
    queryKey: KEYS_QUERY,
    queryFn: ({ signal }) => listKeys(signal),
    enabled,
    staleTime: 0,
    refetchOnWindowFocus: "always",
    // A remaining amount changes with each request of the key.
    refetchInterval: ({ state }) => (state.data?.data.some(({ use }) => use.length > 0) ? LIVE_MS : false),
    retry: (count, error) => count === 0 && !isSignedOut(error),
  });
  useSignedOutLeave(query.error);
  return query;
}

/** Puts a changed key into the cache before the list is refetched. */
export function putKey(client: QueryClient, key: ApiKey): void {
  void client.cancelQueries({ queryKey: KEYS_QUERY });
  client.setQueryData<ApiKeyList>(
    KEYS_QUERY,
    (list) =>
      list && {
        ...list,
        data: list.data.some(({ id }) => id === key.id)
          ? list.data.map((known) => (known.id === key.id ? key : known))
          : [key, ...list.data],
      },
  );
  void client.invalidateQueries({ queryKey: KEYS_QUERY });
}
