"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { readJson } from "#app/(playground)/evaluate/_model/evaluation-requests.ts";
import { describeComparison } from "#app/(playground)/evaluate/_model/figures.ts";
import { Button } from "#components/ui/button.tsx";
import { Select } from "#components/ui/select.tsx";
import type { Evaluation, EvaluationComparison, RowFilter } from "#lib/contract/evaluation.ts";

/** Two columns row by row: what got better and worse, and whether that may be chance. */
export function ColumnComparison({
  evaluation: { id, columns, updated_at: version },
  pair,
  onPair,
  onFilter,
}: {
  evaluation: Evaluation;
  pair: { a: number; b: number };
  onPair: (pair: { a: number; b: number }) => void;
  onFilter: (filter: RowFilter) => void;
}) {
  const { a, b } = pair;
  const { data } = useQuery({
    queryKey: ["evaluation-comparison", id, a, b, version],
    queryFn: ({ signal }) => readJson<EvaluationComparison>(`/${id}/comparison?a=${a}&b=${b}`, signal),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  const options = columns.map(({ name, model }, index) => ({
    value: String(index),
    label: `${index + 1}. ${name || model}`,
  }));
  return (
    <section aria-label="Compare columns" className="flex flex-wrap items-center gap-2 text-[13px]">
      <span className="text-muted-foreground">From</span>
      <Select
        label="First column"
        options={options}
        value={String(a)}
        onChange={(next) => onPair({ a: Number(next), b })}
      />
      <span className="text-muted-foreground">to</span>
      <Select
        label="Second column"
        options={options}
        value={String(b)}
        onChange={(next) => onPair({ a, b: Number(next) })}
      />
      {data && <span data-testid="comparison">{describeComparison(data)}</span>}
      {data && data.better > 0 && (
        <Button size="small" onClick={() => onFilter("better")}>
          Show better
        </Button>
      )}
      {data && data.worse > 0 && (
        <Button size="small" onClick={() => onFilter("worse")}>
          Show worse
        </Button>
      )}
    </section>
  );
}
