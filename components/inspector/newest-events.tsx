import type { TraceRow } from "#lib/playground/inspector/trace-rows.ts";
import { EventRow } from "./event-row.tsx";

/**
 * Last events of a followed list: as many as fit, aligned to the bottom edge by CSS alone. No measuring and no
 * scrolling per event; the same elements are reused.
 */
export function NewestEvents({
  rows,
  height,
  rowHeight,
  opened,
  selected,
  onToggle,
}: {
  rows: readonly TraceRow[];
  /** Height of the visible box, in pixels. */
  height: number;
  rowHeight: number;
  opened: ReadonlySet<number>;
  /** Index of the selected event. */
  selected: number | undefined;
  onToggle: (index: number) => void;
}) {
  const first = Math.max(0, rows.length - Math.ceil(height / rowHeight) - 1);
  return (
    <div className="sticky top-0 h-0">
      <div className="absolute inset-x-0 top-0 overflow-clip [contain:strict]" style={{ height }}>
        <ol className="absolute inset-x-0 bottom-0 min-h-full">
          {rows.slice(first).map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: creating new lines for each event is the largest cost
            <li key={place} aria-setsize={rows.length} aria-posinset={first + place + 1}>
              <EventRow row={row} open={opened.has(row.index)} selected={selected === row.index} onToggle={onToggle} />
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
