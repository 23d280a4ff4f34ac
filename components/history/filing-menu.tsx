"use client";

import { type FilingFilter, listLabels } from "#lib/playground/history/filing.ts";
import type { SessionSummary } from "#lib/playground/history/history.ts";
import { Select, type SelectOption } from "../ui/select.tsx";

/** Chooses the folder or tag whose conversations the list shows. */
export function FilingMenu({
  sessions,
  filter,
  onFilter,
}: {
  sessions: readonly SessionSummary[];
  filter: FilingFilter;
  onFilter: (filter: FilingFilter) => void;
}) {
  const { folders, tags } = listLabels(sessions);
  const options: SelectOption<string>[] = [
    { value: "{}", label: "All conversations" },
    ...folders.map((folder) => ({ value: JSON.stringify({ folder }), label: `Folder: ${folder}` })),
    ...tags.map((tag) => ({ value: JSON.stringify({ tag }), label: `Tag: ${tag}` })),
  ];
  return (
    <Select
      label="Show"
      options={options}
      value={JSON.stringify(filter)}
      className="w-full"
      onChange={(chosen) => onFilter(JSON.parse(chosen) as FilingFilter)}
    />
  );
}
