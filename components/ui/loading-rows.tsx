/** Rows of a table while its records are loaded, as high as theirs. Shown after 150 ms, so that a fast answer shows none. */
export function LoadingRows({
  columns,
  widths = [60, 40, 72],
  height = "h-9",
}: {
  columns: number;
  /** Length of the line in each row, in percent. */
  widths?: readonly number[];
  height?: "h-9" | "h-11";
}) {
  return widths.map((width) => (
    <tr key={width}>
      <td colSpan={columns} className={`${height} border-b px-4`}>
        <LoadingLine width={width} />
      </td>
    </tr>
  ));
}

/** Line in place of a record that is loaded. @param width in percent */
export function LoadingLine({ width }: { width: number }) {
  return (
    <span
      className="block h-2.5 max-w-64 animate-[rise_150ms_150ms_backwards] rounded-full bg-foreground/[0.06]"
      style={{ width: `${width}%` }}
    />
  );
}
