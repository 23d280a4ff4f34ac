"use client";

import { usePathname } from "next/navigation";
import { Fragment } from "react";
import { getKeyMap, type KeyRow, showKeys } from "#lib/playground/shell/key-map.ts";
import { ModalDialog } from "../ui/modal-dialog.tsx";

/** Keyboard shortcuts of this page, and those of all pages. */
export function KeyMapDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const path = usePathname() ?? "/";
  return (
    <ModalDialog open={open} onClose={onClose} title="Keyboard shortcuts" className="w-[26rem]">
      {getKeyMap(path).map((group) => (
        <section key={group.title}>
          <h3 className="group-title pb-1.5">{group.title}</h3>
          <dl className="divide-y divide-border/60">
            {group.rows.map((row) => (
              <div key={row.does} className="flex items-center justify-between gap-4 py-1.5">
                <dt className="order-2 flex shrink-0 items-center gap-1">
                  <Keys row={row} />
                </dt>
                <dd className="text-muted-foreground">{row.does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </ModalDialog>
  );
}

function Keys({ row }: { row: KeyRow }) {
  return row.keys.map((keys, place) => (
    <Fragment key={keys}>
      {place > 0 && <span className="px-0.5 text-muted-foreground text-xs">or</span>}
      {showKeys(keys).map((key) => (
        <kbd key={key} className="rounded-md border bg-muted px-1.5 py-0.5 font-mono text-xs">
          {key}
        </kbd>
      ))}
    </Fragment>
  ));
}
