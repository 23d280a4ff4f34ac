import { LoadingRows } from "#components/ui/loading-rows.tsx";
import type { ClearableKind, StorageReport } from "#lib/contract/storage.ts";
import { StorageRow } from "./storage-row.tsx";

/** Columns of the table. On phones each row shows the hidden ones in a second line. */
const COLUMNS = [
  { name: "Data", className: "pl-4" },
  { name: "Size", className: "text-right" },
  { name: "Items", className: "text-right max-md:hidden" },
  { name: "Oldest", className: "max-md:hidden" },
  { name: "Stored for", className: "max-md:hidden" },
  { name: "Place", className: "max-xl:hidden" },
  { name: "Top keys", className: "max-lg:hidden" },
];
const HEAD = "group-title sticky top-0 z-10 h-9 border-b bg-background px-2 text-left font-normal whitespace-nowrap";

/** @param report undefined while loading, which shows placeholder bars */
export function StorageTable({
  report,
  now,
  onClear,
}: {
  report: StorageReport | undefined;
  now: number;
  onClear: (kind: ClearableKind) => void;
}) {
  return (
    <table
      aria-label="Stored data"
      aria-busy={!report}
      className="mx-auto w-full max-w-page border-separate border-spacing-0"
    >
      <thead>
        <tr>
          {COLUMNS.map(({ name, className }) => (
            <th key={name} scope="col" className={`${HEAD} ${className}`}>
              {name}
            </th>
          ))}
          <th scope="col" className={`${HEAD} pr-4`}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {report ? (
          report.kinds.map((use) => <StorageRow key={use.kind} use={use} report={report} now={now} onClear={onClear} />)
        ) : (
          <LoadingRows columns={COLUMNS.length + 1} height="h-11" />
        )}
      </tbody>
    </table>
  );
}
