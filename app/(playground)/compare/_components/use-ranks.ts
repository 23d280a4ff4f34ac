import { useMemo, useSyncExternalStore } from "react";
import type { Column } from "#app/(playground)/compare/_model/column.ts";
import { rankColumns } from "#app/(playground)/compare/_model/rank-columns.ts";
import type { MetricRanks } from "#components/conversation/metric-ranks.tsx";
import { useCatalogue } from "#components/use-catalogue.ts";
import type { Transcript } from "#lib/playground/conversation/transcript.ts";
import { findModel } from "#lib/playground/models/models.ts";
import { useComparisonState } from "./comparison-context.tsx";

/** Ranks the columns' metrics, recomputed when a response settles. Streaming updates do not trigger it. */
export function useRanks(columns: readonly Column[]): MetricRanks {
  const prices = useComparisonState((state) => state.prices);
  const watch = useMemo(() => watchTranscripts(columns), [columns]);
  const transcripts = useSyncExternalStore(watch.subscribe, watch.get, watch.get);
  const { models } = useCatalogue();
  return useMemo(
    () => rankColumns(transcripts, (model) => prices[model] ?? findModel(models, model)?.price),
    [transcripts, prices, models],
  );
}

/** Watches the transcripts of all columns; returns the same array until one changes. */
function watchTranscripts(columns: readonly Column[]) {
  let known: readonly Transcript[] = [];
  return {
    subscribe(listener: () => void) {
      const stops = columns.map(({ chat }) => chat.store.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    get() {
      const now = columns.map(({ chat }) => chat.store.get().session.transcript);
      if (now.length !== known.length || now.some((transcript, index) => transcript !== known[index])) known = now;
      return known;
    },
  };
}
