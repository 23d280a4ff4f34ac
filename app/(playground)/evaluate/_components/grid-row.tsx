import { clsx } from "clsx";
import { Check, ThumbsDown, ThumbsUp, X } from "lucide-react";
import { memo } from "react";
import type { Place } from "#app/(playground)/evaluate/_model/evaluation-requests.ts";
import { formatUsd } from "#app/(playground)/evaluate/_model/figures.ts";
import type { CellEntry, EvaluationRows } from "#lib/contract/evaluation.ts";
import { formatDuration } from "#lib/playground/streams/metrics.ts";

type Row = EvaluationRows["data"][number];

/** One row of the grid, at its place. A row that has not changed is not rendered again while others scroll. */
export const GridRow = memo(function GridRow({
  index,
  start,
  height,
  template,
  row,
  columnCount,
  activeColumn,
  onFocus,
  onOpen,
}: {
  /** Place among the rows in the list. */
  index: number;
  /** Distance from the top in pixels. */
  start: number;
  height: number;
  template: string;
  /** Undefined while it is loaded. */
  row: Row | undefined;
  columnCount: number;
  /** Column of the cell that Tab reaches; undefined for a row without it. */
  activeColumn: number | undefined;
  onFocus: (active: { index: number; column: number }) => void;
  onOpen: (place: Place) => void;
}) {
  const values = Object.entries(row?.values ?? {});
  return (
    <tr
      aria-rowindex={index + 2}
      className="absolute inset-x-0 top-0 grid overflow-hidden border-b text-[13px]"
      style={{ gridTemplateColumns: template, height, transform: `translateY(${start}px)` }}
    >
      <th scope="row" className="overflow-hidden px-3 py-2 text-left font-normal text-xs/4">
        <span className="line-clamp-3 [overflow-wrap:anywhere]">
          <span className="text-muted-foreground">{row ? row.row + 1 : ""} </span>
          {values.map(([, value]) => value).join(" · ")}
        </span>
      </th>
      {Array.from({ length: columnCount }, (_, column) => {
        const key = `${column}`;
        const cell = row?.cells[column] ?? undefined;
        return (
          <td
            key={key}
            data-cell={`${index} ${column}`}
            tabIndex={activeColumn === column ? 0 : -1}
            className={clsx(
              "overflow-hidden border-l px-3 py-2 outline-offset-[-2px]",
              cell ? "cursor-pointer hover:bg-foreground/[0.03]" : "text-muted-foreground",
            )}
            onFocus={() => onFocus({ index, column })}
            onClick={() => row && cell && onOpen({ row: row.row, column })}
            onKeyDown={(event) => {
              if (event.key === "Enter" && row && cell) onOpen({ row: row.row, column });
            }}
          >
            {cell ? <CellText cell={cell} /> : row ? "Not run yet" : ""}
          </td>
        );
      })}
    </tr>
  );
});

function CellText({ cell }: { cell: CellEntry }) {
  const { state, passed, preview, ms, cost_usd: cost, thumb } = cell;
  return (
    <>
      <span className="text-numeric flex items-center gap-1.5 text-muted-foreground text-xs">
        <Verdict state={state} passed={passed} />
        {thumb === "up" && <ThumbsUp aria-label="Rated up" className="size-3" />}
        {thumb === "down" && <ThumbsDown aria-label="Rated down" className="size-3" />}
        {ms !== null && <span>{formatDuration(ms)}</span>}
        {cost !== null && cost > 0 && <span>{formatUsd(cost)}</span>}
      </span>
      <span className={clsx("line-clamp-2 [overflow-wrap:anywhere]", state === "error" && "text-destructive")}>
        {preview || "(no text)"}
      </span>
    </>
  );
}

/** Colour is never the only sign. */
export function Verdict({ state, passed }: Pick<CellEntry, "state" | "passed">) {
  if (state === "error") return <span className="font-medium text-destructive">Error</span>;
  if (passed === null) return null;
  return passed ? (
    <span className="flex items-center gap-0.5 font-medium text-success">
      <Check aria-hidden className="size-3" />
      Passed
    </span>
  ) : (
    <span className="flex items-center gap-0.5 font-medium text-destructive">
      <X aria-hidden className="size-3" />
      Failed
    </span>
  );
}
