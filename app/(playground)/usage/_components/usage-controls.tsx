"use client";

import { Download, X } from "lucide-react";
import { getDay, type UsagePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import type { UsageRange, UsageView } from "#app/(playground)/usage/_model/usage-view.ts";
import { Button } from "#components/ui/button.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { USAGE_GROUPINGS, type UsageGrouping } from "#lib/contract/usage-groupings.ts";
import type { UsageReply } from "#lib/contract/usage-reply.ts";
import { downloadCsv } from "./download-csv.ts";
import { GROUPING_NAMES } from "./group-label.ts";

const RANGE_OPTIONS: readonly { value: UsageRange; label: string }[] = [
  { value: "today", label: "Today" },
  { value: "7d", label: "7 days" },
  { value: "30d", label: "30 days" },
  { value: "90d", label: "90 days" },
  { value: "custom", label: "Custom" },
];
const DAY = 86_400_000;

type Change = (changes: Partial<UsageView>) => void;

/** Controls for the time range, the filters and the CSV download. */
export function UsageControls({
  view,
  period,
  data,
  onChange,
}: {
  view: UsageView;
  period: UsagePeriod;
  data: UsageReply | undefined;
  onChange: Change;
}) {
  const choose = (range: UsageRange) => {
    if (range !== "custom") return onChange({ range });
    const { from, to, offset } = period;
    onChange({ range, from: getDay(from, offset), to: getDay(to - DAY, offset) });
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="max-sm:w-full sm:[&_label]:px-3">
        <Segmented label="Time" options={RANGE_OPTIONS} value={view.range} onChange={choose} />
      </div>
      {view.range === "custom" && <CustomDays view={view} onChange={onChange} />}
      <Filters view={view} data={data} onChange={onChange} />
      <Button
        className="ml-auto max-sm:hidden"
        disabled={!data || data.total.requests === 0}
        onClick={() => data && void downloadCsv(data, period)}
      >
        <Download aria-hidden />
        CSV
      </Button>
    </div>
  );
}

function CustomDays({ view, onChange }: { view: UsageView; onChange: Change }) {
  const field = (name: "from" | "to", label: string) => (
    <input
      type="date"
      aria-label={label}
      value={view[name] ?? ""}
      {...(name === "from" ? { max: view.to } : { min: view.from })}
      onChange={(event) => {
        // An incomplete date is empty.
        if (event.target.value) onChange({ range: "custom", [name]: event.target.value });
      }}
      className="h-8 min-w-0 rounded-lg border border-input/60 bg-background px-2 text-[13px] tabular-nums max-sm:flex-1 pointer-coarse:h-10 pointer-coarse:text-base"
    />
  );
  return (
    <fieldset className="flex items-center gap-1.5 max-sm:w-full">
      <legend className="sr-only">Days</legend>
      {field("from", "First day")}
      <span aria-hidden className="text-muted-foreground">
        –
      </span>
      {field("to", "Last day")}
    </fieldset>
  );
}

/** Active filters; a click removes one. */
function Filters({ view, data, onChange }: { view: UsageView; data: UsageReply | undefined; onChange: Change }) {
  const shown = USAGE_GROUPINGS.filter((name) => view.filters[name] !== undefined);
  if (shown.length === 0) return null;
  const getText = (name: UsageGrouping) => {
    const value = view.filters[name] ?? "";
    if (name === "key") return data?.key_name ?? value;
    return value;
  };
  return (
    <ul aria-label="Filters" className="flex min-w-0 flex-wrap gap-1.5">
      {shown.map((name) => (
        <li key={name} className="min-w-0">
          <button
            type="button"
            aria-label={`Remove the filter ${GROUPING_NAMES[name].toLowerCase()} ${getText(name)}`}
            onClick={() => {
              const { [name]: _removed, ...filters } = view.filters;
              onChange({ filters });
            }}
            className="flex h-8 max-w-full items-center gap-1.5 rounded-full border bg-foreground/[0.04] pr-2 pl-3 text-[13px] transition-colors duration-150 hover:bg-foreground/[0.08] pointer-coarse:h-10"
          >
            <span className="text-muted-foreground">{GROUPING_NAMES[name]}</span>{" "}
            <span className="max-w-64 truncate">{getText(name)}</span>
            <X aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
          </button>
        </li>
      ))}
    </ul>
  );
}
