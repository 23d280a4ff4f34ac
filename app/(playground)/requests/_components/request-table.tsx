"use client";

import { type KeyboardEvent, useMemo } from "react";
import { latencyScale, rowKey } from "#app/(playground)/requests/_model/request-rows.ts";
import { LoadingRows } from "#components/ui/loading-rows.tsx";
import { useNow } from "#components/use-now.ts";
import type { LoggedRequest } from "#lib/contract/logged-request.ts";
import { COLUMNS, RequestRow } from "./request-row.tsx";

/** @param rows undefined while loading, which shows placeholder bars */
export function RequestTable({
  rows,
  opened,
  onOpen,
}: {
  rows: readonly LoggedRequest[] | undefined;
  opened: string | undefined;
  onOpen: (request: LoggedRequest) => void;
}) {
  const now = useNow(30_000);
  const scale = useMemo(() => latencyScale(rows ?? []), [rows]);
  return (
    <table
      aria-label="Requests"
      aria-busy={!rows}
      className="mx-auto w-full max-w-page border-separate border-spacing-0"
      onKeyDown={moveFocus}
    >
      <thead>
        <tr>
          {COLUMNS.map(({ name, className }) => (
            <th
              key={name}
              scope="col"
              className={`group-title sticky top-0 z-10 h-9 whitespace-nowrap border-b bg-background px-2 font-normal ${className}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows ? (
          rows.map((row) => {
            const key = rowKey(row);
            return <RequestRow key={key} request={row} now={now} scale={scale} open={key === opened} onOpen={onOpen} />;
          })
        ) : (
          <LoadingRows columns={COLUMNS.length} widths={[60, 40, 72, 52, 66]} />
        )}
      </tbody>
    </table>
  );
}

/** Moves the focus between rows with the arrow keys. Enter opens the focused row, as for every button. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button[data-row]")];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const wanted = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  const button = wanted === undefined ? undefined : buttons[Math.max(0, wanted)];
  if (!button) return;
  event.preventDefault();
  button.focus();
}
