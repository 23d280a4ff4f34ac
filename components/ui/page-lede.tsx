import type { ReactNode } from "react";

/**
 * Describes the purpose of a page of records, above the records, and scrolls with them. Part of the page's HTML, so
 * that there is text to read before the records are loaded.
 */
export function PageLede({ children }: { children: ReactNode }) {
  return <p className="max-w-[56rem] text-pretty text-[13px]/5 text-muted-foreground">{children}</p>;
}
