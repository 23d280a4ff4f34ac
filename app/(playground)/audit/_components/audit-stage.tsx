"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { ACTION_WORDS, describeChange } from "#app/(playground)/audit/_model/describe-audit.ts";
import { ReadFailure } from "#components/ui/read-failure.tsx";
import { RECORD_CELL, RecordTable, WIDE_ONLY } from "#components/ui/record-table.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { Select } from "#components/ui/select.tsx";
import { useNow } from "#components/use-now.ts";
import { useRecordPages } from "#components/use-record-pages.ts";
import { AUDIT_ACTIONS, type AuditEntry } from "#lib/contract/audit.ts";

const COLUMNS = [
  { name: "Action" },
  { name: "By", className: WIDE_ONLY },
  { name: "Changes", className: WIDE_ONLY },
  { name: "Address", className: "max-lg:hidden" },
  { name: "Time", className: "text-right" },
];
const ALL = "all";
const ACTIONS = [
  { value: ALL, label: "All actions" },
  ...AUDIT_ACTIONS.map((action) => ({ value: action as string, label: ACTION_WORDS[action] })),
];
const LINK = "underline decoration-foreground/30 underline-offset-2";

export function AuditStage({ ready }: { ready: boolean }) {
  const [action, setAction] = useState<string>(ALL);
  const filter = action === ALL ? "" : `action=${action}`;
  const { entries, isLoading, error, refetch, more } = useRecordPages<AuditEntry>(`/api/audit?${filter}`, ready);
  const now = useNow(30_000);
  if (error) return <ReadFailure what="the audit log" why={error.message} onRetry={refetch} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto pb-10">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-4 gap-y-2 px-4 pb-3 text-[13px]">
        <Select label="Action" options={ACTIONS} value={action} onChange={setAction} />
        <span className="flex gap-3 text-muted-foreground">
          Export
          <a className={`${LINK} text-foreground`} href={`/api/audit/export?format=csv&${filter}`} download>
            CSV
          </a>
          <a className={`${LINK} text-foreground`} href={`/api/audit/export?format=json&${filter}`} download>
            JSON
          </a>
        </span>
      </div>
      <RecordTable label="Audit log" columns={COLUMNS} loading={isLoading} onMore={more}>
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} now={now} />
        ))}
      </RecordTable>
      {!isLoading && entries.length === 0 && (
        <p className="py-10 text-center text-muted-foreground">No entries match this filter.</p>
      )}
    </div>
  );
}

function AuditRow({
  entry: { action, actor, target, changes, address, time },
  now,
}: {
  entry: AuditEntry;
  now: number;
}) {
  const described = changes.map(describeChange).join(", ");
  return (
    <tr className="align-top">
      <td className={clsx(RECORD_CELL, "[overflow-wrap:anywhere]")}>
        <span className="block font-medium">{ACTION_WORDS[action] ?? action}</span>
        {target && <span className="block text-muted-foreground text-xs">{target.name ?? target.id}</span>}
        <span className="block text-muted-foreground text-xs md:hidden">
          {actor.name}
          {described && ` · ${described}`}
        </span>
      </td>
      <td className={clsx(RECORD_CELL, WIDE_ONLY)}>{actor.name}</td>
      <td className={clsx(RECORD_CELL, WIDE_ONLY, "max-w-96 text-muted-foreground [overflow-wrap:anywhere]")}>
        {described || "—"}
      </td>
      <td className={clsx(RECORD_CELL, "whitespace-nowrap text-muted-foreground max-lg:hidden")}>{address ?? "—"}</td>
      <td className={clsx(RECORD_CELL, "whitespace-nowrap text-right text-muted-foreground")}>
        <RelativeTime time={time} now={now} past />
      </td>
    </tr>
  );
}
