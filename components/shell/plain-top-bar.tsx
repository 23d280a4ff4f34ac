import type { ReactNode } from "react";

/** Over a stage that has no model to choose: the page's name, and its buttons; as wide as a table below at most. */
export function PlainTopBar({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="shrink-0 border-b">
      <div className="mx-auto flex h-12 max-w-[90rem] items-center gap-1 pr-2 pl-4 max-sm:h-14">
        <h1 className="min-w-0 flex-1 truncate font-medium text-[15px] tracking-tight">{title}</h1>
        {children}
      </div>
    </header>
  );
}
