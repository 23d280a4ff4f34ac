import type { ModelRow } from "#app/(playground)/models/_model/arrange-models.ts";
import { LoadingRows } from "#components/ui/loading-rows.tsx";
import { MODEL_COLUMNS, ModelTableRow } from "./model-table-row.tsx";

const HEAD = "group-title sticky top-0 z-10 h-9 border-b bg-background px-2 text-left font-normal whitespace-nowrap";

/** Models as rows of a table; as cards where the page is narrow. */
export function ModelTable({
  rows,
  pinned,
}: {
  /** Undefined while loading, which shows placeholder bars. */
  rows: readonly ModelRow[] | undefined;
  pinned: readonly string[];
}) {
  return (
    <table
      aria-label="Models"
      aria-busy={!rows}
      className="mx-auto w-full max-w-page border-separate border-spacing-0 pb-10"
    >
      <thead className="@max-2xl:sr-only">
        <tr>
          {MODEL_COLUMNS.map(({ name, className }) => (
            <th key={name} scope="col" className={`${HEAD} ${className}`}>
              {name}
            </th>
          ))}
          <th scope="col" className={HEAD}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows ? (
          rows.map((row) => <ModelTableRow key={row.model.id} row={row} isPinned={pinned.includes(row.model.id)} />)
        ) : (
          <LoadingRows columns={MODEL_COLUMNS.length + 1} height="h-11" />
        )}
      </tbody>
    </table>
  );
}
