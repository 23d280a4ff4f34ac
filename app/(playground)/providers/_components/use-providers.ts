"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { listLocalServers, listProviders } from "#app/(playground)/providers/_model/provider-api.ts";
import { useSignedOutLeave } from "#components/use-signed-out-leave.ts";
import { isSignedOut } from "#lib/playground/gateway/gateway-request.ts";
import { refreshCatalogue } from "#lib/playground/models/catalogue.ts";

export const PROVIDERS = ["providers"];

/** Queries the providers, again whenever the page gets focus: the config file may have changed. */
export function useProviders(enabled: boolean) {
  const query = useQuery({
    queryKey: PROVIDERS,
    queryFn: ({ signal }) => listProviders(signal),
    enabled,
    staleTime: 0,
    refetchOnWindowFocus: "always",
    retry: (count, error) => count === 0 && !isSignedOut(error),
  });
  useSignedOutLeave(query.error);
  return query;
}

/** Queries the model servers of the gateway's machine. Errors show nothing: it is an offer. */
export function useLocalServers(enabled: boolean) {
  return useQuery({
    queryKey: ["local-servers"],
    queryFn: ({ signal }) => listLocalServers(signal),
    enabled,
    staleTime: 10_000,
    refetchOnWindowFocus: true,
    retry: false,
  });
}

/** Returns a function that reads the providers and the model list again. */
export function useProvidersChanged(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: PROVIDERS });
    void refreshCatalogue();
  };
}
