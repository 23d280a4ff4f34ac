"use client";

import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { readJson } from "#app/(playground)/evaluate/_model/evaluation-requests.ts";
import type { Evaluation, EvaluationRows, RowFilter } from "#lib/contract/evaluation.ts";

/** Rows of one request. */
const PAGE = 50;

/**
 * Reads the rows of the grid around some of its places, a page at a time. Pages of a running evaluation are read again
 * when it changes, and the old ones are shown until then.
 * @param indexes places among the rows that match the filter
 */
export function useGridRows({
  evaluation: { id, updated_at: version },
  filter,
  pair: { a, b },
  indexes,
}: {
  evaluation: Evaluation;
  filter: RowFilter;
  pair: { a: number; b: number };
  indexes: readonly number[];
}): { total: number; isLoaded: boolean; rowAt: (index: number) => EvaluationRows["data"][number] | undefined } {
  const pages = [...new Set(indexes.map((index) => Math.floor(index / PAGE)))];
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: ["evaluation-rows", id, filter, a, b, page, version],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readJson<EvaluationRows>(
          `/${id}/rows?offset=${page * PAGE}&limit=${PAGE}&filter=${filter}&a=${a}&b=${b}`,
          signal,
        ),
      placeholderData: keepPreviousData,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 30_000,
    })),
  });
  const byPage = new Map(pages.map((page, at) => [page, results[at]?.data]));
  return {
    total: results.find(({ data }) => data)?.data?.total ?? 0,
    isLoaded: results.some(({ data }) => data),
    rowAt(index) {
      const page = Math.floor(index / PAGE);
      const data = byPage.get(page);
      // A page that was kept may be another one.
      return data?.offset === page * PAGE ? data.data[index - data.offset] : undefined;
    },
  };
}
