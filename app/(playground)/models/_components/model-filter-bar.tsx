import { Search } from "lucide-react";
import { type ModelFilters, SORTS, type Sort } from "#app/(playground)/models/_model/arrange-models.ts";
import { Select, type SelectOption } from "#components/ui/select.tsx";
import { CAPABILITY_WORDS } from "#lib/playground/models/models.ts";

const FIELD = "h-8 rounded-lg border border-input bg-background pointer-coarse:h-10 max-sm:text-base";

const ALL_PROVIDERS = { value: "", label: "All providers" };
const CAPABILITY_OPTIONS: readonly SelectOption<ModelFilters["capability"]>[] = [
  { value: "", label: "All capabilities" },
  ...CAPABILITY_WORDS.map(([value, label]) => ({ value, label })),
];
const SORT_OPTIONS = (Object.keys(SORTS) as Sort[]).map((value) => ({
  value,
  label: `Sort by ${SORTS[value].toLowerCase()}`,
}));

/** Text, provider, capability and order of the list. */
export function ModelFilterBar({
  filters,
  sort,
  providers,
  count,
  onFilters,
  onSort,
}: {
  filters: ModelFilters;
  sort: Sort;
  providers: readonly string[];
  /** Number of models that match; undefined while they are loaded. */
  count: number | undefined;
  onFilters: (filters: ModelFilters) => void;
  onSort: (sort: Sort) => void;
}) {
  const change = (changes: Partial<ModelFilters>) => onFilters({ ...filters, ...changes });
  return (
    <search className="flex flex-wrap items-center gap-2">
      <label className={`${FIELD} flex min-w-0 flex-1 basis-full items-center gap-2 px-2.5 sm:max-w-80 sm:basis-56`}>
        <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <input
          type="search"
          aria-label="Search models"
          placeholder="Name, vision, <$1, >100k"
          value={filters.text}
          onChange={(event) => change({ text: event.target.value })}
          className="min-w-0 flex-1 bg-transparent outline-none"
        />
      </label>
      <Select
        label="Provider"
        options={[ALL_PROVIDERS, ...providers.map((provider) => ({ value: provider, label: provider }))]}
        value={filters.provider}
        onChange={(provider) => change({ provider })}
      />
      <Select
        label="Capability"
        options={CAPABILITY_OPTIONS}
        value={filters.capability}
        onChange={(capability) => change({ capability })}
      />
      <Select label="Sort by" options={SORT_OPTIONS} value={sort} onChange={onSort} />
      <p role="status" className="text-muted-foreground text-xs tabular-nums">
        {count !== undefined && (count === 1 ? "1 model" : `${count.toLocaleString("en")} models`)}
      </p>
    </search>
  );
}
