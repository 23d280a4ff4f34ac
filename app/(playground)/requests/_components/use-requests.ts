"use client";

import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { listRequests } from "#app/(playground)/requests/_model/request-api.ts";
import type { RequestFilters } from "#app/(playground)/requests/_model/request-filters.ts";
import { addFresh, findFresh, joinPages } from "#app/(playground)/requests/_model/request-rows.ts";
import type { LoggedRequest, RequestList } from "#lib/contract/logged-request.ts";

/** Milliseconds between checks for new requests. */
const LOOK_EVERY = 5_000;

type Pages = InfiniteData<RequestList, string | undefined>;

export type Requests = {
  /** Undefined until loaded. */
  rows: LoggedRequest[] | undefined;
  problem?: string | undefined;
  retry: () => void;
  /** Loads the next page; absent when all rows are loaded. */
  showOlder?: (() => void) | undefined;
  loadingOlder: boolean;
  /** Number of requests since the rows were loaded. */
  freshCount: number;
  showFresh: () => void;
};

/** @param live checks for new requests periodically; never in a hidden tab */
export function useRequests(
  filters: RequestFilters | undefined,
  { ready, live }: { ready: boolean; live: boolean },
): Requests {
  const client = useQueryClient();
  const enabled = ready && filters !== undefined;
  const key = useMemo(() => ["requests", "list", filters], [filters]);
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => listRequests(filters ?? {}, { cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    enabled,
    // Refetched when the page is opened. While it is open, new rows are offered and nothing moves.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const newest = useQuery({
    queryKey: ["requests", "newest", filters],
    queryFn: ({ signal }) => listRequests(filters ?? {}, { signal }),
    enabled: enabled && live && list.isSuccess,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: LOOK_EVERY,
    refetchOnWindowFocus: "always",
  });
  const rows = useMemo(() => list.data && joinPages(list.data.pages), [list.data]);
  const { fresh, gap } = useMemo(
    () => (rows && newest.data ? findFresh(rows, newest.data) : { fresh: [], gap: false }),
    [rows, newest.data],
  );
  const showFresh = useCallback(() => {
    if (gap) return void client.resetQueries({ queryKey: key });
    client.setQueryData<Pages>(key, (before) => {
      const [first, ...rest] = before?.pages ?? [];
      return before && first && { ...before, pages: [addFresh(first, fresh), ...rest] };
    });
  }, [client, key, fresh, gap]);
  return {
    rows,
    problem: list.error && !rows ? list.error.message : undefined,
    retry: () => void list.refetch(),
    showOlder: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
    loadingOlder: list.isFetchingNextPage,
    freshCount: fresh.length,
    showFresh,
  };
}
