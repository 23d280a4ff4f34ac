"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Draft } from "#app/(playground)/evaluate/_model/draft.ts";
import { createDraft, withImport } from "#app/(playground)/evaluate/_model/draft.ts";
import {
  deleteEvaluation,
  importText,
  type Place,
  readJson,
  retryCells,
  updateEvaluation,
} from "#app/(playground)/evaluate/_model/evaluation-requests.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { ReadFailure } from "#components/ui/read-failure.tsx";
import { Select } from "#components/ui/select.tsx";
import type { Evaluation, RowFilter } from "#lib/contract/evaluation.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import { addToast } from "#lib/playground/shell/toasts.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";
import { CellSheet } from "./cell-sheet.tsx";
import { ColumnComparison } from "./column-comparison.tsx";
import { ColumnTable } from "./column-table.tsx";
import { EvaluationGrid } from "./evaluation-grid.tsx";

const POLL_MS = 1_000;
const FILTERS: { value: RowFilter; label: string }[] = [
  { value: "all", label: "All rows" },
  { value: "failed", label: "Rows with a failed check" },
  { value: "errors", label: "Rows with an error" },
  { value: "open", label: "Rows to rate" },
  { value: "better", label: "Rows that got better" },
  { value: "worse", label: "Rows that got worse" },
  { value: "different", label: "Rows that differ" },
];

/** One evaluation: its state, sums by column, and its grid. */
export function EvaluationView({
  id,
  onCopy,
  onDeleted,
}: {
  id: string;
  onCopy: (draft: Draft) => void;
  onDeleted: () => void;
}) {
  const queries = useQueryClient();
  const key = ["evaluation", id];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readJson<Evaluation>(`/${id}`, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === "running" ? POLL_MS : false),
  });
  const [filter, setFilter] = useState<RowFilter>("all");
  const [pair, setPair] = useState({ a: 0, b: 1 });
  const [place, setPlace] = useState<Place>();
  const [asksDelete, setAsksDelete] = useState(false);
  if (error && !data) return <ReadFailure what="the evaluation" why={error.message} onRetry={() => void refetch()} />;
  if (!data) return null;

  async function act(action: () => Promise<Evaluation>): Promise<void> {
    try {
      queries.setQueryData(key, await action());
    } catch (problem) {
      addToast({ title: problem instanceof Error ? problem.message : String(problem), kind: "error" });
    }
  }
  async function copy(): Promise<void> {
    try {
      const response = await requireGood(await callGateway(`/api/evaluations/${id}/export?format=json`));
      onCopy(withImport(createDraft(""), await importText(await response.text())));
    } catch (problem) {
      addToast({ title: problem instanceof Error ? problem.message : String(problem), kind: "error" });
    }
  }
  const { summary, state, stopped, columns } = data;
  const errors = summary.columns.reduce((sum, column) => sum + column.errors, 0);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto" data-evaluation-state={state}>
      <div className="mx-auto flex w-full max-w-page flex-col gap-3 px-4 pb-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h2 className="min-w-0 font-medium text-lg [overflow-wrap:anywhere]">{data.name}</h2>
          <span role="status" className="text-numeric text-[13px] text-muted-foreground">
            {STATES[state]} · {formatCount(summary.done)} of {formatCount(summary.cells)} cells
          </span>
          <span className="flex-1" />
          {state === "running" && (
            <Button onClick={() => void act(() => updateEvaluation(id, { state: "paused" }))}>Pause</Button>
          )}
          {state === "paused" && (
            <Button variant="primary" onClick={() => void act(() => updateEvaluation(id, { state: "running" }))}>
              Resume
            </Button>
          )}
          {state !== "running" && errors > 0 && (
            <Button onClick={() => void act(() => retryCells(id, "errors"))}>Retry {formatCount(errors)} errors</Button>
          )}
          <Button onClick={() => void copy()}>Copy</Button>
          <Button variant="destructive" onClick={() => setAsksDelete(true)}>
            Delete
          </Button>
        </div>
        {stopped && (
          <p role="alert" className="text-[13px] text-destructive">
            The gateway paused it: {stopped.message}
          </p>
        )}
        <progress
          aria-label="Cells with a result"
          max={summary.cells}
          value={summary.done}
          className="h-1.5 w-full overflow-hidden rounded-full [&::-webkit-progress-bar]:bg-foreground/10 [&::-webkit-progress-value]:bg-accent"
        />
        <ColumnTable evaluation={data} />
        {columns.length > 1 && <ColumnComparison evaluation={data} pair={pair} onPair={setPair} onFilter={setFilter} />}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-[13px]">
          <Select
            label="Rows"
            options={columns.length > 1 ? FILTERS : FILTERS.slice(0, 4)}
            value={filter}
            onChange={setFilter}
          />
          <span className="flex gap-3 text-muted-foreground">
            Export
            {EXPORTS.map(({ format, label }) => (
              <a
                key={format}
                className="text-foreground underline decoration-foreground/30 underline-offset-2"
                href={`/api/evaluations/${id}/export?format=${format}`}
                download
              >
                {label}
              </a>
            ))}
          </span>
        </div>
      </div>
      <EvaluationGrid evaluation={data} filter={filter} pair={pair} onOpen={setPlace} />
      {place && (
        <CellSheet
          key={`${place.row} ${place.column}`}
          evaluation={data}
          place={place}
          onPlace={setPlace}
          onClose={() => setPlace(undefined)}
          onChanged={() => void refetch()}
          onRetry={() => void act(() => retryCells(id, place)).then(() => setPlace(undefined))}
        />
      )}
      {asksDelete && (
        <ConfirmDialog
          title="Delete this evaluation?"
          confirm="Delete"
          onClose={() => setAsksDelete(false)}
          onConfirm={async () => {
            try {
              await deleteEvaluation(id);
              await queries.invalidateQueries({ queryKey: ["records"] });
              onDeleted();
            } catch (problem) {
              addToast({ title: problem instanceof Error ? problem.message : String(problem), kind: "error" });
            }
          }}
        >
          Its rows and results are deleted. The requests stay in the log.
        </ConfirmDialog>
      )}
    </div>
  );
}

const STATES = { running: "Running", paused: "Paused", completed: "Completed" };
const EXPORTS = [
  { format: "csv", label: "CSV" },
  { format: "json", label: "JSON" },
  { format: "promptfoo", label: "Promptfoo" },
];
