"use client";

import { type QueryClient, useQuery } from "@tanstack/react-query";
import { listKeys } from "#app/(playground)/keys/_model/key-api.ts";
import { useSignedOutLeave } from "#components/use-signed-out-leave.ts";
import type { ApiKey } from "#lib/contract/api-key.ts";
import { isSignedOut } from "#lib/playground/gateway/gateway-request.ts";

const KEYS = ["keys"];

/**
 * Queries the gateway's keys. Refetched whenever the page gets focus, because keys are used and created elsewhere too.
 */
export function useKeys(enabled: boolean) {
  const query = useQuery({
    queryKey: KEYS,
    queryFn: ({ signal }) => listKeys(signal),
    enabled,
    staleTime: 0,
    refetchOnWindowFocus: "always",
    retry: (count, error) => count === 0 && !isSignedOut(error),
  });
  useSignedOutLeave(query.error);
  return query;
}

/** Puts a changed key into the cache before the list is refetched. */
export function putKey(client: QueryClient, key: ApiKey): void {
  void client.cancelQueries({ queryKey: KEYS });
  client.setQueryData<ApiKey[]>(KEYS, (keys = []) =>
    keys.some(({ id }) => id === key.id) ? keys.map((known) => (known.id === key.id ? key : known)) : [key, ...keys],
  );
  void client.invalidateQueries({ queryKey: KEYS });
}
