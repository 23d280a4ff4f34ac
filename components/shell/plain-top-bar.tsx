import type { ReactNode } from "react";
import { HelpLink } from "./help-link.tsx";

/** Header of a page of records: its name and buttons, no wider than a table below. */
export function PlainTopBar({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="shrink-0">
      <div className="mx-auto flex h-16 max-w-[90rem] items-center gap-1 px-4 pt-3 max-sm:h-14 max-sm:pt-1">
        <h1 className="min-w-0 flex-1 truncate font-semibold text-2xl tracking-tight max-sm:text-xl">{title}</h1>
        <HelpLink />
        {children}
      </div>
    </header>
  );
}
