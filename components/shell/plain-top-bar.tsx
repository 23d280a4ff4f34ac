import type { ReactNode } from "react";

/** Over a stage that has no model to choose: the page's name, and its buttons. */
export function PlainTopBar({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b pr-2 pl-4 max-sm:h-14">
      <h1 className="min-w-0 flex-1 truncate font-medium text-[15px] tracking-tight">{title}</h1>
      {children}
    </header>
  );
}
