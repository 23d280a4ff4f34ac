"use client";

import type { ReactNode } from "react";
import { ScrollBox } from "../markdown/scroll-box.tsx";
import { CopyButton } from "../ui/copy-button.tsx";

/** A titled part of the trace that scrolls by itself and is copied whole. */
export function TextBox({
  title,
  detail,
  action,
  copy,
  children,
}: {
  title: string;
  /** Detail beside the title: a size or a status. */
  detail?: ReactNode;
  /** An additional button. */
  action?: ReactNode;
  copy: () => string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex h-8 shrink-0 items-center gap-2 border-b pr-1 pl-3">
        <h2 className="truncate font-medium text-[13px]">{title}</h2>
        <div className="text-numeric min-w-0 flex-1 truncate text-muted-foreground">{detail}</div>
        {action}
        <CopyButton label={`Copy ${title.toLowerCase()}`} size="small" text={copy} />
      </header>
      <ScrollBox
        label={`${title}, in full`}
        className="min-h-0 flex-1 overflow-auto overscroll-contain font-mono text-xs leading-5"
      >
        {children}
      </ScrollBox>
    </section>
  );
}

/** Two parts side by side, or stacked when there is no room. */
export function SplitPane({ children }: { children: ReactNode }) {
  return (
    <div className="@container flex min-h-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 @max-2xl:flex-col @max-2xl:divide-y @2xl:divide-x">{children}</div>
    </div>
  );
}
