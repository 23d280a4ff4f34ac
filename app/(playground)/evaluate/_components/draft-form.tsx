"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import {
  createColumn,
  createDraft,
  type Draft,
  findMissing,
  isWritten,
  listFields,
  toDefinition,
  withImport,
} from "#app/(playground)/evaluate/_model/draft.ts";
import { createEvaluation, estimatePrice } from "#app/(playground)/evaluate/_model/evaluation-requests.ts";
import { formatUsd } from "#app/(playground)/evaluate/_model/figures.ts";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useCatalogue } from "#components/use-catalogue.ts";
import type { EvaluationEstimate } from "#lib/contract/evaluation.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";
import { CheckList } from "./check-list.tsx";
import { ColumnForm, MODEL_LIST } from "./column-form.tsx";
import { RowsForm } from "./rows-form.tsx";

const PromptColumn = dynamic(() => import("./prompt-column.tsx").then((module) => module.PromptColumn));

const MOST_COLUMNS = 8;

/** Form of a new evaluation: rows, columns, checks, then its price, then its start. */
export function DraftForm({
  initial,
  defaultModel,
  onCreated,
}: {
  initial: Draft | undefined;
  defaultModel: string;
  onCreated: (id: string) => void;
}) {
  const { models } = useCatalogue();
  const [draft, setDraft] = useState<Draft>(() => initial ?? createDraft(defaultModel));
  const [estimate, setEstimate] = useState<EvaluationEstimate>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<"estimate" | "create">();
  const change = (changes: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...changes }));
    setEstimate(undefined);
    setProblem(undefined);
  };
  const [choosing, setChoosing] = useState(false);
  const missing = findMissing(draft);
  const fields = listFields(draft.rows);

  async function run(kind: "estimate" | "create"): Promise<void> {
    if (missing) return setProblem(missing);
    setBusy(kind);
    setProblem(undefined);
    try {
      const definition = toDefinition(draft);
      if (kind === "estimate") setEstimate(await estimatePrice(definition));
      else onCreated((await createEvaluation(definition)).id);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <div className="min-h-0 flex-1 overflow-y-auto pb-10">
      <form
        className="mx-auto flex w-full max-w-page flex-col gap-8 px-4 pt-2"
        onSubmit={(event) => {
          event.preventDefault();
          void run(estimate ? "create" : "estimate");
        }}
      >
        <datalist id={MODEL_LIST}>
          {models.map(({ id }) => (
            <option key={id} value={id} />
          ))}
        </datalist>
        <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
          <TextField
            label="Name"
            name="name"
            isInvalid={false}
            describedBy={undefined}
            value={draft.name}
            placeholder="Support replies"
            onChange={(name) => change({ name })}
          />
          <TextField
            label="Requests at once"
            name="concurrency"
            isInvalid={false}
            describedBy={undefined}
            value={draft.concurrency}
            onChange={(concurrency) => change({ concurrency })}
          />
        </div>
        <RowsForm
          rows={draft.rows}
          onImport={(imported) => {
            setDraft((current) => withImport(current, imported));
            setEstimate(undefined);
            setProblem(undefined);
          }}
        />
        <section aria-label="Columns" className="flex flex-col gap-3">
          <h2 className="font-medium text-base">Columns</h2>
          <p className="text-muted-foreground text-xs">
            Each column is a model with a prompt.{" "}
            {fields.length > 0
              ? `Fields of the rows: ${fields
                  .slice(0, 12)
                  .map((field) => `{{${field}}}`)
                  .join(", ")}.`
              : "A field of the rows stands in double braces, as in {{question}}."}
          </p>
          <div className="grid gap-3 md:grid-cols-2">
            {draft.columns.map((column, index) => (
              <ColumnForm
                key={column.key}
                column={column}
                number={index + 1}
                onChange={(next) =>
                  change({ columns: draft.columns.map((one) => (one.key === next.key ? next : one)) })
                }
                onRemove={
                  draft.columns.length > 1
                    ? () => change({ columns: draft.columns.filter(({ key }) => key !== column.key) })
                    : undefined
                }
              />
            ))}
          </div>
          {draft.columns.length < MOST_COLUMNS && (
            <span className="flex flex-wrap gap-2">
              <Button
                onClick={() => {
                  // Most columns differ in one thing only.
                  const { key: _, ...last } = draft.columns.at(-1) ?? createColumn();
                  const { name: __, ...rest } = last.rest;
                  change({ columns: [...draft.columns, createColumn({ ...last, rest })] });
                }}
              >
                <Plus aria-hidden />
                Add column
              </Button>
              <Button onClick={() => setChoosing(true)}>From a prompt</Button>
            </span>
          )}
          {choosing && (
            <PromptColumn
              model={draft.columns.at(-1)?.model || defaultModel}
              onColumn={(column, left) => {
                change({ columns: [...draft.columns.filter(isWritten), column] });
                if (left.length > 0) setProblem(`A column cannot hold ${left.join(", ")}.`);
              }}
              onClose={() => setChoosing(false)}
            />
          )}
        </section>
        <CheckList checks={draft.checks} onChange={(checks) => change({ checks })} />
        <section aria-label="Price" className="flex flex-col gap-3 rounded-2xl border bg-card p-4">
          {estimate ? (
            <Estimate estimate={estimate} draft={draft} />
          ) : (
            <p className="text-[13px] text-muted-foreground">
              {missing ??
                `${formatCount(draft.rows.length * draft.columns.length)} cells. See the price before it runs.`}
            </p>
          )}
          {problem && (
            <p role="alert" className="text-[13px] text-destructive [overflow-wrap:anywhere]">
              {problem}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              variant={estimate ? "outline" : "primary"}
              disabled={busy !== undefined || estimate !== undefined}
            >
              {busy === "estimate" ? "Estimating…" : "Show price"}
            </Button>
            <Button
              variant={estimate ? "primary" : "outline"}
              disabled={busy !== undefined || !estimate}
              onClick={() => void run("create")}
            >
              {busy === "create" ? "Starting…" : "Run"}
            </Button>
          </div>
        </section>
      </form>
    </div>
  );
}

function Estimate({ estimate, draft }: { estimate: EvaluationEstimate; draft: Draft }) {
  const { cells, columns, worst_case_usd: total, check_requests: checks, checks_worst_case_usd: checksUsd } = estimate;
  return (
    <>
      <p className="font-medium" data-testid="estimate">
        {formatCount(cells)} requests{checks > 0 && ` and ${formatCount(checks)} checks by models`}:{" "}
        {total === null ? "the price of a model is unknown" : `${formatUsd(total)} at most`}
      </p>
      <ul className="flex flex-col gap-1 text-[13px] text-muted-foreground">
        {columns.map(({ input_tokens: tokens, worst_case_usd: usd, problem }, index) => {
          const model = draft.columns[index]?.model ?? "";
          return (
            <li key={draft.columns[index]?.key ?? model} className={problem ? "text-destructive" : undefined}>
              {model}:{" "}
              {problem
                ? problem.message
                : `${formatUsd(usd)} at most, about ${formatCount(tokens ?? 0)} tokens a prompt`}
            </li>
          );
        })}
        {checks > 0 && <li>Judges: {formatUsd(checksUsd)} at most, without the responses they read</li>}
      </ul>
    </>
  );
}
