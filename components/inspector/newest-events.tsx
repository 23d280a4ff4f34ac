import type { EventLine, RowRun } from "#lib/playground/inspector/group-rows.ts";
import { EventRow } from "./event-row.tsx";
import { RunRow } from "./run-row.tsx";

/**
 * Last events of a followed list: as many as fit, aligned to the bottom edge by CSS alone. No measuring and no
 * scrolling per event; the same elements are reused.
 */
export function NewestEvents({
  lines,
  isOpen,
  height,
  rowHeight,
  opened,
  selected,
  onToggle,
  onToggleRun,
}: {
  lines: readonly EventLine[];
  isOpen: (run: RowRun) => boolean;
  /** Height of the visible box, in pixels. */
  height: number;
  rowHeight: number;
  opened: ReadonlySet<number>;
  /** Index of the selected event. */
  selected: number | undefined;
  onToggle: (index: number) => void;
  onToggleRun: (run: RowRun, open: boolean) => void;
}) {
  const first = Math.max(0, lines.length - Math.ceil(height / rowHeight) - 1);
  return (
    <div className="sticky top-0 h-0">
      <div className="absolute inset-x-0 top-0 overflow-clip [contain:strict]" style={{ height }}>
        <ol className="absolute inset-x-0 bottom-0 min-h-full">
          {lines.slice(first).map(({ row, run }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: creating new lines for each event is the largest cost
            <li key={place} aria-setsize={lines.length} aria-posinset={first + place + 1}>
              {row ? (
                <EventRow
                  row={row}
                  open={opened.has(row.index)}
                  selected={selected === row.index}
                  onToggle={onToggle}
                />
              ) : (
                <RunRow run={run} open={isOpen(run)} onToggle={onToggleRun} />
              )}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
