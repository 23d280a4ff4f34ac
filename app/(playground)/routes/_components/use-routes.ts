"use client";

import { useQuery } from "@tanstack/react-query";
import { countAttempts } from "#app/(playground)/routes/_model/count-attempts.ts";
import { listRouteRequests, listRoutes } from "#app/(playground)/routes/_model/route-api.ts";
import { useSignedOutLeave } from "#components/use-signed-out-leave.ts";
import { isSignedOut } from "#lib/playground/gateway/gateway-request.ts";

const STATES_MS = 2_000;
const REQUESTS_MS = 10_000;

/** Queries the routes and the states of their models, again every two seconds while the page is in view. */
export function useRoutes() {
  const query = useQuery({
    queryKey: ["routes"],
    queryFn: ({ signal }) => listRoutes(signal),
    staleTime: 0,
    refetchInterval: STATES_MS,
    refetchOnWindowFocus: "always",
    retry: (count, error) => count === 0 && !isSignedOut(error),
  });
  useSignedOutLeave(query.error);
  return query;
}

/** Counts the attempts of the last requests of a route, by model. */
export function useAttemptCounts(route: string) {
  return useQuery({
    queryKey: ["routes", route, "requests"],
    queryFn: ({ signal }) => listRouteRequests(route, signal),
    select: countAttempts,
    staleTime: 0,
    refetchInterval: REQUESTS_MS,
  });
}
