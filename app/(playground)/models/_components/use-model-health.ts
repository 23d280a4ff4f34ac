"use client";

import { useQuery } from "@tanstack/react-query";
import type { ModelHealth, ModelHealthList } from "#lib/contract/model-health.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";

const NONE: readonly ModelHealth[] = [];

/** Queries the last hour by model. Without it the page shows no latency and no errors. */
export function useModelHealth(enabled: boolean): readonly ModelHealth[] {
  const { data = NONE } = useQuery({
    queryKey: ["model-health"],
    queryFn: async ({ signal }) => {
      const response = await requireGood(await callGateway("/api/models/health", { signal }));
      return ((await response.json()) as ModelHealthList).data;
    },
    enabled,
    staleTime: 30_000,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  });
  return data;
}
