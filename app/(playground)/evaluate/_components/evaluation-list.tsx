"use client";

import { createExample, type Draft } from "#app/(playground)/evaluate/_model/draft.ts";
import { describeState } from "#app/(playground)/evaluate/_model/figures.ts";
import { Button } from "#components/ui/button.tsx";
import { NoRecords } from "#components/ui/no-records.tsx";
import { ReadFailure } from "#components/ui/read-failure.tsx";
import { RECORD_CELL, RecordTable, WIDE_ONLY } from "#components/ui/record-table.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { useNow } from "#components/use-now.ts";
import { useRecordPages } from "#components/use-record-pages.ts";
import type { EvaluationEntry } from "#lib/contract/evaluation.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";

const COLUMNS = [
  { name: "Name" },
  { name: "Rows × columns", className: WIDE_ONLY },
  { name: "State", className: WIDE_ONLY },
  { name: "Created", className: "text-right" },
];

export function EvaluationList({
  ready,
  onOpen,
  onNew,
}: {
  ready: boolean;
  onOpen: (id: string) => void;
  onNew: (draft?: Draft) => void;
}) {
  const { entries, isLoading, error, refetch, more } = useRecordPages<EvaluationEntry>("/api/evaluations", ready);
  const now = useNow(30_000);
  if (error) return <ReadFailure what="the evaluations" why={error.message} onRetry={refetch} />;
  if (!isLoading && entries.length === 0) return <NoEvaluations onNew={onNew} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto pb-10">
      <RecordTable label="Evaluations" columns={COLUMNS} loading={isLoading} onMore={more}>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className={RECORD_CELL}>
              <button
                type="button"
                className="text-left font-medium underline decoration-foreground/25 underline-offset-2 [overflow-wrap:anywhere]"
                onClick={() => onOpen(entry.id)}
              >
                {entry.name}
              </button>
              <span className="block text-muted-foreground text-xs md:hidden">{describeState(entry)}</span>
            </td>
            <td className={`${RECORD_CELL} ${WIDE_ONLY} text-numeric`}>
              {formatCount(entry.rows)} × {entry.columns}
            </td>
            <td className={`${RECORD_CELL} ${WIDE_ONLY} text-numeric`}>{describeState(entry)}</td>
            <td className={`${RECORD_CELL} whitespace-nowrap text-right text-muted-foreground`}>
              <RelativeTime time={entry.created_at} now={now} past />
            </td>
          </tr>
        ))}
      </RecordTable>
    </div>
  );
}

/** A small grid of cells. */
const FIGURE = ["1", "1", "0", "1", "0", "1", "1", "1", "1"].map((mark, index) => ({ mark, key: `${index}` }));

function NoEvaluations({ onNew }: { onNew: (draft?: Draft) => void }) {
  return (
    <NoRecords
      figure={
        <span className="grid grid-cols-3 gap-1.5">
          {FIGURE.map(({ mark, key }) => (
            <span
              key={key}
              className={`flex h-8 items-center rounded-lg px-2 ${mark === "1" ? "bg-success/15" : "bg-destructive/12"}`}
            >
              <span className="h-1.5 w-full rounded-full bg-foreground/15" />
            </span>
          ))}
        </span>
      }
      title="No evaluations yet"
      docs="/docs/evaluate"
      actions={
        <span className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={() => onNew()}>
            New evaluation
          </Button>
          <Button onClick={() => onNew(createExample())}>Open an example</Button>
        </span>
      }
    >
      Compare models and prompts on your own data. Import a Promptfoo config or an export of OpenAI’s Evals, or paste
      rows.
    </NoRecords>
  );
}
