"use client";

import { useQuery } from "@tanstack/react-query";
import { readStorage, STORAGE_QUERY } from "#app/(playground)/storage/_model/storage-api.ts";
import { useSignedOutLeave } from "#components/use-signed-out-leave.ts";
import { isSignedOut } from "#lib/playground/gateway/gateway-request.ts";

const CLEARING_MS = 2_000;
const USUAL_MS = 60_000;

/** Queries what the gateway stores; often while a removal goes on. */
export function useStorage(enabled: boolean) {
  const query = useQuery({
    queryKey: STORAGE_QUERY,
    queryFn: ({ signal }) => readStorage(signal),
    enabled,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.kinds.some(({ clearing }) => clearing) ? CLEARING_MS : USUAL_MS),
    retry: (count, error) => count === 0 && !isSignedOut(error),
  });
  useSignedOutLeave(query.error);
  return query;
}
