"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { callGateway, isSignedOut, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import { useSignedOutLeave } from "./use-signed-out-leave.ts";

type RecordPage<Entry> = { data: Entry[]; next_cursor: string | null };

/** Reads a list of the gateway page by page. @param path with its query */
export function useRecordPages<Entry, Page extends RecordPage<Entry> = RecordPage<Entry>>(
  path: string,
  enabled: boolean,
) {
  const query = useInfiniteQuery({
    queryKey: ["records", path],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) => {
      const separator = path.includes("?") ? "&" : "?";
      const address = pageParam === "" ? path : `${path}${separator}cursor=${encodeURIComponent(pageParam)}`;
      return (await (await requireGood(await callGateway(address, { signal }))).json()) as Page;
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    enabled,
    staleTime: 0,
    retry: (count, error) => count === 0 && !isSignedOut(error),
  });
  useSignedOutLeave(query.error);
  return {
    entries: query.data?.pages.flatMap(({ data }) => data) ?? [],
    first: query.data?.pages[0],
    isLoading: query.data === undefined,
    error: query.data ? null : query.error,
    refetch: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
  };
}
