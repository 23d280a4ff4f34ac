import { LoadingRows } from "#components/ui/loading-rows.tsx";
import type { ApiKey } from "#lib/contract/api-key.ts";
import type { KeyActions } from "./key-menu.tsx";
import { KeyRow } from "./key-row.tsx";

const WIDE = "max-md:hidden";
/** Columns of the table. On phones each row shows the hidden ones in two lines. */
const COLUMNS = [
  { name: "Name", className: "pl-4" },
  { name: "Key", className: WIDE },
  { name: "Status", className: "" },
  { name: "Left of limits", className: WIDE },
  { name: "Scopes", className: "max-xl:hidden" },
  { name: "Last used", className: WIDE },
  { name: "Expires", className: WIDE },
  { name: "Created", className: "max-lg:hidden" },
];

/** @param keys undefined while loading, which shows placeholder bars */
export function KeysTable({
  keys,
  now,
  actions,
}: {
  keys: readonly ApiKey[] | undefined;
  now: number;
  actions: KeyActions;
}) {
  return (
    <table aria-label="Keys" aria-busy={!keys} className="mx-auto w-full max-w-page border-separate border-spacing-0">
      <thead>
        <tr>
          {COLUMNS.map(({ name, className }) => (
            <th key={name} scope="col" className={`${HEAD} ${className}`}>
              {name}
            </th>
          ))}
          <th scope="col" className={`${HEAD} pr-2`}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys ? (
          keys.map((key) => <KeyRow key={key.id} apiKey={key} now={now} actions={actions} />)
        ) : (
          <LoadingRows columns={COLUMNS.length + 1} />
        )}
      </tbody>
    </table>
  );
}

const HEAD = "group-title sticky top-0 z-10 h-9 border-b bg-background px-2 text-left font-normal whitespace-nowrap";
