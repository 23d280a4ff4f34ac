"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { createRowFilter, NO_FILTER } from "#lib/playground/inspector/filter-rows.ts";
import type { TraceView } from "#lib/playground/inspector/trace-view.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";
import type { ReplayClock } from "#lib/playground/trace/replays.ts";
import { EventFilter } from "./event-filter.tsx";
import { EventList, type SelectedEvent } from "./event-list.tsx";
import { GapChart } from "./gap-chart.tsx";
import { TraceLine } from "./trace-line.tsx";
import { useTrace } from "./use-trace.ts";

/** The stream: the chart of its gaps, and its events with their times. */
export function EventsPane({ view, live, replay }: { view: TraceView; live: boolean; replay?: ReplayClock }) {
  const { rows, kinds, markers, metrics, record } = useTrace(view);
  const droppedCount = record?.droppedCount ?? 0;
  const [filter, setFilter] = useState(NO_FILTER);
  const [selected, setSelected] = useState<SelectedEvent>();
  const filterRows = useMemo(() => createRowFilter(), []);
  const shown = useMemo(() => filterRows(rows, filter), [filterRows, rows, filter]);
  const select = useCallback((index: number) => setSelected({ index }), []);
  const jump = useCallback(
    (index: number) => {
      // The target of a jump is shown, whatever the filter.
      setFilter((chosen) =>
        filterRows(view.get().rows, chosen).some((row) => row.index === index) ? chosen : NO_FILTER,
      );
      setSelected({ index, jump: true });
    },
    [filterRows, view],
  );
  const isEmpty = rows.length === 0;
  // A replay starts without events, and must not jump to where the reader was before it.
  useEffect(() => {
    if (isEmpty) setSelected(undefined);
  }, [isEmpty]);
  if (isEmpty) {
    return (
      <p className="px-4 py-6 text-[13px] text-muted-foreground">
        {live ? "Waiting for the first event…" : "No events."}
      </p>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TraceLine status={record?.status} markers={markers} total={metrics.total} onJump={jump} />
      <GapChart
        rows={rows}
        markers={markers}
        metrics={metrics}
        growing={live && replay === undefined}
        end={replay?.length ?? Math.max(metrics.total ?? 0, rows.at(-1)?.at ?? 0)}
        replay={replay}
        onJump={jump}
      />
      <EventFilter
        kinds={kinds}
        filter={filter}
        shown={shown.length}
        total={rows.length}
        bytes={metrics.bytes}
        onFilter={setFilter}
      />
      {droppedCount > 0 && (
        <p className="shrink-0 border-b bg-warning/10 px-3 py-1 text-xs">
          {formatCount(droppedCount)} older events were removed to save space.
        </p>
      )}
      {shown.length === 0 ? (
        <p className="px-4 py-6 text-[13px] text-muted-foreground">No events match the filter.</p>
      ) : (
        <EventList rows={shown} grouped={shown === rows} live={live} selected={selected} onSelect={select} />
      )}
    </div>
  );
}
