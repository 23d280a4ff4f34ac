import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { type ModelFilters, SORTS, type Sort } from "#app/(playground)/models/_model/arrange-models.ts";
import { CAPABILITY_WORDS } from "#lib/playground/models/models.ts";

const FIELD = "h-8 rounded-lg border border-input bg-background pointer-coarse:h-10 max-sm:text-base";

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
      <label className={`${FIELD} flex min-w-0 flex-1 basis-56 items-center gap-2 px-2.5 sm:max-w-80`}>
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
      <Choice label="Provider" value={filters.provider} onChange={(provider) => change({ provider })}>
        <option value="">All providers</option>
        {providers.map((provider) => (
          <option key={provider}>{provider}</option>
        ))}
      </Choice>
      <Choice
        label="Capability"
        value={filters.capability}
        onChange={(capability) => change({ capability: capability as ModelFilters["capability"] })}
      >
        <option value="">All capabilities</option>
        {CAPABILITY_WORDS.map(([name, word]) => (
          <option key={name} value={name}>
            {word}
          </option>
        ))}
      </Choice>
      <Choice label="Sort by" value={sort} onChange={(next) => onSort(next as Sort)}>
        {Object.entries(SORTS).map(([name, word]) => (
          <option key={name} value={name}>
            Sort by {word.toLowerCase()}
          </option>
        ))}
      </Choice>
      <p role="status" className="text-muted-foreground text-xs tabular-nums">
        {count !== undefined && (count === 1 ? "1 model" : `${count.toLocaleString("en")} models`)}
      </p>
    </search>
  );
}

function Choice({
  label,
  value,
  onChange,
  children,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${FIELD} min-w-0 max-w-full px-2 text-[13px]`}
    >
      {children}
    </select>
  );
}
