import { clsx } from "clsx";
import type { DataTable as Data } from "#lib/playground/markdown/read-data-table.ts";
import { ScrollBox } from "./scroll-box.tsx";

/** Rows that are drawn: more of them would make the conversation slow. */
const MOST_ROWS = 500;

/** Data of a response as a table, with numbers at the right. */
export function DataTable({ data: { columns, rows }, label }: { data: Data; label: string }) {
  return (
    <>
      <ScrollBox label={label} className="max-h-96 overflow-auto">
        <table className="w-full border-separate border-spacing-0 text-[13px]">
          <thead>
            <tr>
              {columns.map(({ name, isNumeric }, index) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                  key={index}
                  scope="col"
                  className={clsx(
                    "sticky top-0 border-border border-b bg-muted px-3 py-2 font-medium",
                    isNumeric ? "text-right" : "text-left",
                  )}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_ROWS).map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows stay in their places
              <tr key={line}>
                {row.map((cell, index) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells stay in their columns
                    key={index}
                    className={clsx(
                      "border-border/60 border-b px-3 py-1.5 align-top [overflow-wrap:anywhere]",
                      columns[index]?.isNumeric ? "text-right tabular-nums" : "min-w-[6rem]",
                    )}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {rows.length > MOST_ROWS && (
        <p className="border-border/60 border-t px-3.5 py-1.5 text-muted-foreground text-xs">
          The first {MOST_ROWS} of {rows.length.toLocaleString("en")} rows. The code has all.
        </p>
      )}
    </>
  );
}
