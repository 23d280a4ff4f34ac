"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Place, readJson } from "#app/(playground)/evaluate/_model/evaluation-requests.ts";
import type { EvaluationCell } from "#lib/contract/evaluation.ts";
import { diffResponses } from "#lib/playground/compare/diff-responses.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";

const LOOKS = {
  removed: "rounded-[3px] bg-destructive/12 text-destructive decoration-destructive/60 line-through",
  added: "rounded-[3px] bg-success/15 text-success no-underline outline outline-1 outline-success/30",
};

/** Words of another cell that this one lacks, and those that only this one has. */
export function CellDiff({ id, place: { row, column }, text }: { id: string; place: Place; text: string }) {
  const { data, error } = useQuery({
    queryKey: ["evaluation-cell", id, row, column],
    queryFn: ({ signal }) => readJson<EvaluationCell>(`/${id}/cells/${row}/${column}`, signal),
  });
  const other = data?.output;
  const diff = useMemo(() => (other === undefined ? undefined : diffResponses(other, text)), [other, text]);
  if (error) return <p className="text-[13px] text-destructive">{error.message}</p>;
  if (other === undefined) return null;
  if (!diff) return <p className="text-[13px] text-muted-foreground">These outputs are too different to compare.</p>;
  const { pieces, differing } = diff;
  const isSame = pieces.every(({ kind }) => kind === "same");
  return (
    <div data-testid="cell-diff" className="flex flex-col gap-1 text-[13px]">
      <p className="font-medium">
        {isSame ? "Identical" : differing === 1 ? "1 word differs" : `${formatCount(differing)} words differ`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard. */}
      <section tabIndex={0} aria-label="Differences" className="max-h-72 overflow-auto rounded-xl border bg-card p-3">
        <pre className="whitespace-pre-wrap font-sans [overflow-wrap:anywhere]">
          {pieces.map(({ text: piece, kind }, index) => {
            const key = `${index}`;
            if (kind === "removed")
              return (
                <del key={key} className={LOOKS.removed}>
                  {piece}
                </del>
              );
            if (kind === "added")
              return (
                <ins key={key} className={LOOKS.added}>
                  {piece}
                </ins>
              );
            return <span key={key}>{piece}</span>;
          })}
        </pre>
      </section>
    </div>
  );
}
