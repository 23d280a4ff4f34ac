import type { ReactNode } from "react";

/** Top bar for a stage without a model: the page's name and buttons, no wider than a table below. */
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
