import { resolvePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import type { UsageView } from "#app/(playground)/usage/_model/usage-view.ts";
import { type Command, useCommands } from "#components/shell/use-commands.ts";
import { USAGE_GROUPINGS } from "#lib/contract/usage-groupings.ts";
import type { UsageReply } from "#lib/contract/usage-reply.ts";
import { downloadCsv } from "./download-csv.ts";

const RANGES = [
  ["today", "Today"],
  ["7d", "The last 7 days"],
  ["30d", "The last 30 days"],
  ["90d", "The last 90 days"],
] as const;

/** Adds the page's commands to the palette. */
export function useUsageCommands({
  view,
  change,
  data,
}: {
  view: UsageView;
  change: (changes: Partial<UsageView>) => void;
  data: UsageReply | undefined;
}): void {
  const group = "This page";
  useCommands([
    ...RANGES.map(
      ([range, label]): Command => ({
        id: `usage.${range}`,
        label,
        group,
        keywords: "time range period usage",
        enabled: view.range !== range,
        run: () => change({ range }),
      }),
    ),
    ...USAGE_GROUPINGS.map(
      (by): Command => ({
        id: `usage.by-${by}`,
        label: `Usage by ${by}`,
        group,
        keywords: "group split",
        enabled: view.group !== by,
        run: () => change({ group: by }),
      }),
    ),
    {
      id: "usage.csv",
      label: "Download as CSV",
      group,
      keywords: "export spreadsheet excel save",
      enabled: data !== undefined && data.total.requests > 0,
      run: () => data && void downloadCsv(data, resolvePeriod(view, Date.now())),
    },
  ]);
}
