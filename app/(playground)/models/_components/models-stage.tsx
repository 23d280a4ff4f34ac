"use client";

import { useMemo, useState, useSyncExternalStore } from "react";
import {
  arrangeModels,
  listProviderIds,
  type ModelFilters,
  type Sort,
} from "#app/(playground)/models/_model/arrange-models.ts";
import { Button } from "#components/ui/button.tsx";
import { NoRecords } from "#components/ui/no-records.tsx";
import { ReadFailure } from "#components/ui/read-failure.tsx";
import { RowsFigure } from "#components/ui/record-figures.tsx";
import type { Catalogue } from "#components/use-catalogue.ts";
import { PAGE_DOCS } from "#lib/playground/docs/docs-links.ts";
import { refreshCatalogue } from "#lib/playground/models/catalogue.ts";
import { pinnedModels } from "#lib/playground/models/saved-models.ts";
import { ModelFilterBar } from "./model-filter-bar.tsx";
import { ModelTable } from "./model-table.tsx";
import { useModelHealth } from "./use-model-health.ts";

const NO_FILTERS: ModelFilters = { text: "", provider: "", capability: "" };
const NONE: readonly string[] = [];

/** All models, filtered and sorted. */
export function ModelsStage({ catalogue }: { catalogue: Catalogue }) {
  const { models, loading, problem, unavailable, signedIn } = catalogue;
  const [filters, setFilters] = useState(NO_FILTERS);
  const [sort, setSort] = useState<Sort>("name");
  const health = useModelHealth(signedIn);
  const pinned = useSyncExternalStore(pinnedModels.subscribe, pinnedModels.get, () => NONE);
  const rows = useMemo(() => arrangeModels(models, { health, filters, sort }), [models, health, filters, sort]);
  const providers = useMemo(() => listProviderIds(models), [models]);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="mx-auto flex w-full max-w-page flex-col gap-3 px-4 pt-1 pb-3">
        <ModelFilterBar
          filters={filters}
          sort={sort}
          providers={providers}
          count={loading ? undefined : rows.length}
          onFilters={setFilters}
          onSort={setSort}
        />
        {unavailable.map(({ upstream, message }) => (
          <p key={upstream} className="text-[13px] text-warning [overflow-wrap:anywhere]">
            <span className="font-medium">{upstream}</span> did not list its models: {message}
          </p>
        ))}
      </div>
      {problem !== undefined && models.length === 0 ? (
        <ReadFailure what="the models" why={problem} onRetry={() => void refreshCatalogue()} />
      ) : !loading && rows.length === 0 ? (
        <NoRecords
          figure={<RowsFigure />}
          docs={PAGE_DOCS["/models"] ?? "/docs"}
          title="No models match"
          actions={<Button onClick={() => setFilters(NO_FILTERS)}>Clear the filters</Button>}
        >
          Try a part of the name, or a capability such as vision or tools.
        </NoRecords>
      ) : (
        <div className="@container">
          <ModelTable rows={loading ? undefined : rows} pinned={pinned} />
        </div>
      )}
    </div>
  );
}
