"use client";

import type { ReactNode } from "react";
import { ScrollBox } from "../markdown/scroll-box.tsx";
import { CopyButton } from "../ui/copy-button.tsx";

/** A part of the wire under its title, which scrolls by itself and is copied whole. */
export function WireText({
  title,
  detail,
  action,
  copy,
  children,
}: {
  title: string;
  /** Beside the title: a size, a status. */
  detail?: ReactNode;
  /** A further button. */
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
        label={`${title}, whole`}
        className="min-h-0 flex-1 overflow-auto overscroll-contain font-mono text-xs leading-5"
      >
        {children}
      </ScrollBox>
    </section>
  );
}

/** Two parts side by side, one above the other where there is no room. */
export function WireSplit({ children }: { children: ReactNode }) {
  return (
    <div className="@container flex min-h-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 @max-2xl:flex-col @max-2xl:divide-y @2xl:divide-x">{children}</div>
    </div>
  );
}
