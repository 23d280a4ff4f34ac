"use client";

import { X } from "lucide-react";
import { useMemo } from "react";
import { DIALECT_NAMES, LANE_NAMES } from "#app/(playground)/requests/_model/request-facts.ts";
import { isFiltered, type RequestFilters } from "#app/(playground)/requests/_model/request-filters.ts";
import { Button } from "#components/ui/button.tsx";
import type { LoggedRequest } from "#lib/contract/logged-request.ts";
import { FilterChip, type FilterOption, ToggleChip } from "./filter-chip.tsx";
import { IdField } from "./id-field.tsx";
import type { SetFilter } from "./use-filters.ts";

const STATUSES: FilterOption[] = [
  { value: "2xx", label: "2xx, succeeded" },
  { value: "4xx", label: "4xx, refused" },
  { value: "5xx", label: "5xx, failed" },
  { value: "429", label: "429, rate limited" },
  { value: "499", label: "499, cancelled" },
];
const TIMES: FilterOption[] = [
  { value: "15m", label: "Last 15 minutes" },
  { value: "1h", label: "Last hour" },
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
];
const LANES: FilterOption[] = Object.entries(LANE_NAMES).map(([value, label]) => ({ value, label }));
const DIALECTS: FilterOption[] = Object.entries(DIALECT_NAMES).map(([value, { name }]) => ({ value, label: name }));

/** Filters of the log, saved in the address. Suggests names that appear in the loaded rows. */
export function FilterBar({
  filters = {},
  admin,
  rows = [],
  onFilter,
  onClear,
}: {
  filters: RequestFilters | undefined;
  /** True when the requests of all keys are visible. */
  admin: boolean;
  rows: readonly LoggedRequest[] | undefined;
  onFilter: SetFilter;
  onClear: () => void;
}) {
  const models = useMemo(() => namesIn(rows, ({ model }) => model), [rows]);
  const upstreams = useMemo(() => namesIn(rows, ({ upstream }) => upstream), [rows]);
  const groups = useMemo(() => namesIn(rows, ({ group }) => group), [rows]);
  const tags = useMemo(() => namesIn(rows, (row) => row.tags), [rows]);
  const keys = useMemo(() => keysIn(rows), [rows]);
  const chip = { filters, onFilter };
  return (
    <section aria-label="Filters" className="shrink-0 border-b [scrollbar-width:none] max-sm:overflow-x-auto">
      <div className="mx-auto flex w-full max-w-page items-center gap-1.5 px-4 py-2 max-sm:min-w-max sm:flex-wrap">
        <ToggleChip name="errors" label="Failures" {...chip} />
        <FilterChip name="status" label="Status" options={STATUSES} {...chip} />
        <FilterChip name="since" label="Time" options={TIMES} {...chip} />
        <FilterChip name="model" label="Model" options={models} {...chip} />
        <FilterChip name="dialect" label="API" options={DIALECTS} {...chip} />
        <FilterChip name="upstream" label="Provider" options={upstreams} {...chip} />
        <FilterChip name="lane" label="Routing" options={LANES} {...chip} />
        {(admin || filters.key) && <FilterChip name="key" label="Key" options={keys} {...chip} />}
        {(filters.group || groups.length > 0) && <FilterChip name="group" label="Group" options={groups} {...chip} />}
        {(filters.tag || tags.length > 0) && <FilterChip name="tag" label="Tag" options={tags} {...chip} />}
        {filters.until && <FilterChip name="until" label="Before" options={[]} {...chip} />}
        <ToggleChip name="all" label="Show all routes" {...chip} />
        <IdField value={filters.id} onChange={(id) => onFilter("id", id)} />
        {isFiltered(filters) && (
          <Button size="small" variant="ghost" className="text-muted-foreground" onClick={onClear}>
            <X aria-hidden />
            Clear
          </Button>
        )}
      </div>
    </section>
  );
}

function namesIn(
  rows: readonly LoggedRequest[],
  nameOf: (row: LoggedRequest) => string | string[] | null,
): FilterOption[] {
  const names = new Set(rows.flatMap((row) => nameOf(row) ?? []));
  return [...names].sort().map((value) => ({ value, label: value }));
}

function keysIn(rows: readonly LoggedRequest[]): FilterOption[] {
  const keys = new Map(rows.flatMap(({ key }) => (key ? [[key.id, key] as const] : [])));
  return [...keys.values()].map(({ id, name, prefix }) => ({
    value: id,
    label: name,
    ...(prefix ? { detail: prefix } : {}),
  }));
}
