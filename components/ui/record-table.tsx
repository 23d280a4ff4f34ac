import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { LoadingRows } from "./loading-rows.tsx";

const HEAD = "group-title sticky top-0 z-10 h-9 border-b bg-background px-2 text-left font-normal whitespace-nowrap";
/** Classes of a cell. */
export const RECORD_CELL = "h-11 px-2 py-1.5 text-[13px]/5 first:pl-4 last:pr-4";
/** Hides a column on phones, where the first cell of a row repeats it. */
export const WIDE_ONLY = "max-md:hidden";

export type RecordColumn = { name: string; className?: string };

/** Table of records that are read in pages, with a button for the next page. */
export function RecordTable({
  label,
  columns,
  loading,
  onMore,
  children,
}: {
  label: string;
  columns: readonly RecordColumn[];
  /** True until the first page is there. */
  loading: boolean;
  /** Reads the next page; undefined at the end. */
  onMore?: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <>
      <table
        aria-label={label}
        aria-busy={loading}
        className="mx-auto w-full max-w-page border-separate border-spacing-0 [&_tbody_td]:border-b"
      >
        <thead>
          <tr>
            {columns.map(({ name, className }) => (
              <th key={name} scope="col" className={clsx(HEAD, "first:pl-4 last:pr-4", className)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{loading ? <LoadingRows columns={columns.length} height="h-11" /> : children}</tbody>
      </table>
      {onMore && (
        <div className="flex justify-center pt-4">
          <Button onClick={onMore}>Load more</Button>
        </div>
      )}
    </>
  );
}
