import type { ComponentProps, ReactNode } from "react";
import type { Components, ExtraProps } from "react-markdown";
import { columnWidths } from "#lib/playground/markdown/column-widths.ts";
import { ScrollBox } from "./scroll-box.tsx";

/** Of a letter in a head or in code, in em: the widest that there are. */
const LETTER = 0.57;
/** Left and right of a cell's text, in pixels. */
const PADDING = 24;

/**
 * A table laid out as a grid: its columns get their widths from the text and not from the browser, whose own layout
 * would shift every column with each letter that arrives. A grid is no table to a screen reader, so the roles are said.
 */
function Table({ node, children }: ComponentProps<"table"> & ExtraProps): ReactNode {
  const columns = node ? columnWidths(node) : [];
  const template = columns.map(
    ({ minimum, share }) => `minmax(${Math.round(minimum * LETTER * 14 + PADDING)}px, ${share}fr)`,
  );
  return (
    <ScrollBox label="Table" className="overflow-x-auto rounded-lg border border-border">
      <table {...role("table")} className="grid text-sm" style={{ gridTemplateColumns: template.join(" ") }}>
        {children}
      </table>
    </ScrollBox>
  );
}

/** How the parts of a table are drawn. */
export const tableElements: Components = {
  table: Table,
  thead: ({ children }) => (
    <thead {...role("rowgroup")} className="contents">
      {children}
    </thead>
  ),
  tbody: ({ children }) => (
    <tbody {...role("rowgroup")} className="contents">
      {children}
    </tbody>
  ),
  tr: ({ children }) => (
    <tr {...role("row")} className="contents">
      {children}
    </tr>
  ),
  th: ({ node: _, style, ...rest }) => (
    <th
      {...role("columnheader")}
      scope="col"
      className="border-border border-b bg-muted px-3 py-2 text-left font-medium"
      style={{ textAlign: style?.textAlign }}
      {...rest}
    />
  ),
  td: ({ node: _, style, ...rest }) => (
    <td
      {...role("cell")}
      className="border-border border-b px-3 py-2 in-[tr:last-child]:border-b-0"
      style={{ textAlign: style?.textAlign }}
      {...rest}
    />
  ),
};

const role = (name: string) => ({ role: name });
