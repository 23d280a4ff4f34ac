"use client";

import { type ReactNode, useState } from "react";

/** Details whose content is drawn when they are opened. */
export function LazyDetails({
  summary,
  className,
  summaryClassName,
  children,
}: {
  summary: ReactNode;
  className?: string;
  summaryClassName?: string;
  children: () => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={className} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={summaryClassName}>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
