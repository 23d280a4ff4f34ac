import type { ComponentProps, ReactNode } from "react";
import type { Components, ExtraProps } from "react-markdown";
import { columnWidths } from "#lib/playground/markdown/column-widths.ts";
import { ScrollBox } from "./scroll-box.tsx";

/** Width of a character in a header or in code, in em: the widest that occur. */
const LETTER = 0.57;
/** Horizontal padding of a cell, in pixels: both sides together. */
const PADDING = 24;

/**
 * A table laid out as a grid. Column widths are computed from the text: the browser's table layout would shift all
 * columns with each token. Screen readers do not treat a grid as a table, so the roles are explicit.
 */
function Table({ node, children }: ComponentProps<"table"> & ExtraProps): ReactNode {
  const columns = node ? columnWidths(node) : [];
  const template = columns.map(
    ({ minimum, share }) => `minmax(${Math.round(minimum * LETTER * 14 + PADDING)}px, ${share}fr)`,
  );
  return (
    <ScrollBox label="Table" className="scroll-edges overflow-x-auto rounded-lg border border-border">
      <table {...role("table")} className="grid text-sm" style={{ gridTemplateColumns: template.join(" ") }}>
        {children}
      </table>
    </ScrollBox>
  );
}

/** Components for the parts of a table. */
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
      className="border-border border-b bg-foreground/[0.04] px-3 py-2 text-left font-medium"
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
