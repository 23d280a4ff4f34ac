"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { type Place, rateCell, readJson } from "#app/(playground)/evaluate/_model/evaluation-requests.ts";
import { formatUsd } from "#app/(playground)/evaluate/_model/figures.ts";
import { Button } from "#components/ui/button.tsx";
import { ModalDialog } from "#components/ui/modal-dialog.tsx";
import { ReadFailure } from "#components/ui/read-failure.tsx";
import { Select } from "#components/ui/select.tsx";
import type { CheckResult, Evaluation, EvaluationCell, Thumb } from "#lib/contract/evaluation.ts";
import { addToast } from "#lib/playground/shell/toasts.ts";
import { formatCount, formatDuration } from "#lib/playground/streams/metrics.ts";
import { Verdict } from "./grid-row.tsx";

const CellDiff = dynamic(() => import("./cell-diff.tsx").then((module) => module.CellDiff));

const NONE = "none";

/** One cell whole: its output, checks, figures, a human's thumb, and its difference from any other cell. */
export function CellSheet({
  evaluation: { id, columns, rows, state },
  place: { row, column },
  onPlace,
  onClose,
  onChanged,
  onRetry,
}: {
  evaluation: Evaluation;
  place: Place;
  onPlace: (place: Place) => void;
  onClose: () => void;
  onChanged: () => void;
  onRetry: () => void;
}) {
  const [other, setOther] = useState(NONE);
  const [otherRow, setOtherRow] = useState(String(row + 1));
  const { data, error, refetch } = useQuery({
    queryKey: ["evaluation-cell", id, row, column],
    queryFn: ({ signal }) => readJson<EvaluationCell>(`/${id}/cells/${row}/${column}`, signal),
    staleTime: 0,
  });

  async function rate(thumb: Thumb): Promise<void> {
    try {
      await rateCell(id, { row, column }, { thumb: data?.thumb === thumb ? null : thumb });
      await refetch();
      onChanged();
    } catch (problem) {
      addToast({ title: problem instanceof Error ? problem.message : String(problem), kind: "error" });
    }
  }

  const names = columns.map(({ name, model }, index) => ({ value: String(index), label: name || model }));
  const wanted = Number(otherRow) - 1;
  const isOther = other !== NONE && Number.isInteger(wanted) && wanted >= 0 && wanted < rows;
  return (
    <ModalDialog open onClose={onClose} title={`Row ${row + 1}, ${names[column]?.label}`} className="w-[56rem]">
      {error && <ReadFailure what="the cell" why={error.message} onRetry={() => void refetch()} />}
      {data && (
        <>
          <p className="text-numeric flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-muted-foreground">
            <Verdict state={data.state} passed={data.passed} />
            {data.ms !== null && <span>{formatDuration(data.ms)}</span>}
            <span>{formatUsd(data.cost_usd)}</span>
            <span>
              {formatCount(data.input_tokens ?? 0)} in, {formatCount(data.output_tokens ?? 0)} out
            </span>
            {data.attempts > 1 && <span>{data.attempts} attempts</span>}
            {data.request_id && (
              <Link
                className="underline underline-offset-2"
                href={`/requests?id=${encodeURIComponent(data.request_id)}`}
              >
                Request
              </Link>
            )}
          </p>
          <Text label="Output" text={data.error?.message ?? data.output} isError={data.error !== null} />
          {data.tool_calls.map((call, index) => {
            const key = `${index}`;
            return <Text key={key} label={`Call of ${call.name}`} text={call.arguments} />;
          })}
          {data.checks.length > 0 && <Checks checks={data.checks} />}
          <details>
            <summary className="cursor-pointer text-[13px] text-muted-foreground">Values of the row</summary>
            {Object.entries(data.values).map(([name, value]) => (
              <Text key={name} label={name} text={value} />
            ))}
          </details>
          <div className="flex flex-wrap items-center gap-2">
            <Button aria-pressed={data.thumb === "up"} onClick={() => void rate("up")} className={PRESSED}>
              <ThumbsUp aria-hidden />
              Good
            </Button>
            <Button aria-pressed={data.thumb === "down"} onClick={() => void rate("down")} className={PRESSED}>
              <ThumbsDown aria-hidden />
              Bad
            </Button>
            {state !== "running" && <Button onClick={onRetry}>Run again</Button>}
            <span className="flex-1" />
            <Button disabled={row === 0} onClick={() => onPlace({ row: row - 1, column })}>
              Previous row
            </Button>
            <Button disabled={row === rows - 1} onClick={() => onPlace({ row: row + 1, column })}>
              Next row
            </Button>
          </div>
          <div className="flex flex-wrap items-center gap-2 text-[13px]">
            <span className="text-muted-foreground">Differences from</span>
            <Select
              label="Column of the other cell"
              options={[{ value: NONE, label: "no cell" }, ...names]}
              value={other}
              onChange={setOther}
            />
            <label className="flex items-center gap-2 text-muted-foreground">
              row
              <input
                value={otherRow}
                inputMode="numeric"
                className="h-8 w-20 rounded-lg border border-input bg-background px-2 text-foreground max-sm:text-base"
                onChange={(event) => setOtherRow(event.target.value)}
              />
            </label>
          </div>
          {isOther && <CellDiff id={id} place={{ row: wanted, column: Number(other) }} text={data.output} />}
        </>
      )}
    </ModalDialog>
  );
}

const PRESSED = "aria-pressed:border-accent aria-pressed:bg-accent/10";

function Text({ label, text, isError = false }: { label: string; text: string; isError?: boolean }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="text-muted-foreground text-xs">{label}</span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard. */}
      <section tabIndex={0} aria-label={label} className="max-h-72 overflow-auto rounded-xl border bg-card p-3">
        <pre
          className={clsx(
            "whitespace-pre-wrap font-sans text-[13px] [overflow-wrap:anywhere]",
            isError && "text-destructive",
          )}
        >
          {text || "(no text)"}
        </pre>
      </section>
    </div>
  );
}

function Checks({ checks }: { checks: readonly CheckResult[] }) {
  return (
    <ul aria-label="Checks" className="flex flex-col gap-1 text-[13px]">
      {checks.map(({ label, passed, score, reason }, index) => {
        const key = `${index}`;
        const score2 = score === undefined ? "" : ` (${Number(score.toPrecision(4))})`;
        return (
          <li key={key} className="[overflow-wrap:anywhere]">
            {passed === null ? (
              <span className="font-medium text-muted-foreground text-xs">Open</span>
            ) : (
              <span className="inline-flex text-xs">
                <Verdict state="done" passed={passed} />
              </span>
            )}{" "}
            {label}
            {score2}
            {reason && <span className="text-muted-foreground"> {reason}</span>}
          </li>
        );
      })}
    </ul>
  );
}
